extension OriginState {
    /// Makes changes, tells subscribers of them, and answers only once the changes are kept.
    ///
    /// - Parameters:
    ///   - kinds: the changes.
    ///   - events: what subscribers are told, where the keyset has them told.
    ///   - call: the call that asks for them.
    ///   - now: the moment of the call.
    ///   - answer: makes the answer of the state after the changes.
    /// - Returns: what is to be done.
    mutating func keep(
        _ kinds: [ObjectChange.Kind],
        _ events: [ObjectEvent],
        for call: OriginCall,
        at now: Moment,
        answer: (OriginState) -> OriginResponse
    ) -> [OriginAction] {
        let changes = kinds.map { ArchiveChange.object(ObjectChange(keyset: call.keyset, kind: $0)) }
        for change in changes { apply(change) }
        for event in events where configuration.appContext.sendsEvents(of: event.subject) {
            publish(event, keyset: call.keyset, at: now)
        }
        let failure = ObjectsRefusal.storageFailed.answer.wrapped(in: call.callback)
        return [.keep(changes, for: call.id, answer: answer(self).wrapped(in: call.callback), failure: failure)]
    }

    /// Whether more objects fit in.
    func checkRoomForObjects(_ added: Int, bytes: Int) throws(ObjectsRefusal) {
        guard objectStore.count + added <= limits.objects, objectStore.bytes + bytes <= limits.allObjectBytes else {
            throw .full
        }
    }

    /// Publishes an event. It reaches subscribers as any message does, and is no part of history.
    private mutating func publish(_ event: ObjectEvent, keyset: String, at now: Moment) {
        let payload = event.payload
        for channel in event.channels {
            let message = StoredMessage(timetoken: clock.next(date: now.date), payload: payload, kind: Self.objectEvent)
            append(event: message, to: Topic(keyset: keyset, name: channel))
        }
    }

    /// The member `e` of the envelope of an event.
    private static let objectEvent = 2
}
