import PubNubWire

extension OriginState {
    /// A signal for a channel: handed to subscribers, and to those that catch up, but never stored.
    mutating func signal(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let timetoken = clock.next(date: now.date)
        let channel = call["channel"] ?? ""
        do throws(PublishFault) {
            try Self.checkPublishing(to: channel)
            guard let text = call["message"] else { throw .invalidJSON }
            let payload = Array(text.utf8)
            guard payload.count <= limits.signalBytes else { throw .signalTooLarge }
            guard RawJSON.isValid(payload) else { throw .invalidJSON }
            let message = StoredMessage(
                timetoken: timetoken,
                payload: payload,
                publisher: call.client,
                kind: EnvelopeKind.signal.rawValue,
                customType: call.query.text("custom_message_type"),
                sequence: call.query.integer("seqn")
            )
            append(event: message, to: Topic(keyset: call.keyset, name: channel))
            let sent = OriginResponse(text: "[1,\"Sent\",\"\(timetoken)\"]")
            return [.answer(call.id, sent.wrapped(in: call.callback))]
        } catch {
            let answer = ErrorAnswer.publish(error.rawValue, timetoken: timetoken)
            return [.answer(call.id, answer.wrapped(in: call.callback))]
        }
    }
}
