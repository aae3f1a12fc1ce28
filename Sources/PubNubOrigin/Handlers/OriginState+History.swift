import PubNubWire

extension OriginState {
    /// One page of a channel's stored messages.
    func history(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let bounds = ["start", "end"].map { name -> Timetoken?? in
            guard let text = call.query.text(name) else { return .some(nil) }
            return Timetoken(text).map { .some($0) }
        }
        let count = call.query.text("count").map { Int($0) } ?? limits.historyPage
        guard let start = bounds[0], let end = bounds[1], let count else {
            return [.answer(call.id, ErrorAnswer.history("Invalid Arguments").wrapped(in: call.callback))]
        }
        let range = HistoryRange(
            start: start?.rawValue,
            end: end?.rawValue,
            reverse: call.query.flag("reverse"),
            limit: min(max(1, count), limits.historyPage)
        )
        let form = HistoryForm(
            timetokens: call.query.flag("include_token"),
            metadata: call.query.flag("include_meta"),
            quoted: call.query.flag("stringtoken")
        )
        let topic = Topic(keyset: call.keyset, name: call["channel"] ?? "")
        return [.read(range, of: topic, for: call.id, form: form, callback: call.callback)]
    }
}
