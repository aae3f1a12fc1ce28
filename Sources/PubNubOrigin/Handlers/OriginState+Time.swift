extension OriginState {
    /// The time, as a timetoken.
    mutating func time(_ call: OriginCall, at now: Moment) -> [OriginAction] {
        let answer = OriginResponse(text: "[\(clock.now(date: now.date))]")
        return [.answer(call.id, answer.wrapped(in: call.callback))]
    }
}
