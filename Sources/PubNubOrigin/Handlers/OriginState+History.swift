import PubNubWire

extension OriginState {
    /// One page of a channel's stored messages.
    func history(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let page = limits.historyPage
        guard let range = Self.range(of: call, count: "count", default: page, limit: page) else {
            return [.answer(call.id, ErrorAnswer.history("Invalid Arguments").wrapped(in: call.callback))]
        }
        let form = HistoryForm(
            timetokens: call.query.flag("include_token"),
            metadata: call.query.flag("include_meta"),
            quoted: call.query.flag("stringtoken")
        )
        let topic = Topic(keyset: call.keyset, name: call["channel"] ?? "")
        return [.read(.page(range, of: topic, form), for: call.id, callback: call.callback)]
    }
}
