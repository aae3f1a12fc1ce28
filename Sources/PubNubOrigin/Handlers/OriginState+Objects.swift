import PubNubWire

extension OriginState {
    /// A call of App Context.
    mutating func objects(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        [.answer(call.id, ErrorAnswer.notFound)]
    }
}
