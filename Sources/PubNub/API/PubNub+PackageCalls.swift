/// Calls for modules built on this one. They do not wait for calls of the application, and those do not wait for them.
extension PubNub {
    /// Requests the participants of channels and of the channels of groups.
    package func participants(
        of objects: [any PNChannelProtocol],
        identifiers: Bool,
        state: Bool,
        completion: @escaping PNClientParticipantsHandlingBlock
    ) {
        face.requestParticipants(
            of: objects,
            .init(identifiers: identifiers, state: state),
            waits: false,
            completion
        )
    }

    /// Requests a client's state on a channel or group.
    package func clientState(
        of identifier: String,
        on object: any PNChannelProtocol,
        completion: @escaping PNClientStateRetrieveHandlingBlock
    ) {
        face.requestState(of: identifier, on: object, waits: false, completion)
    }

    /// Changes a client's state on a channel or group.
    package func setClientState(
        of identifier: String,
        _ state: [String: Any],
        on object: any PNChannelProtocol,
        completion: @escaping PNClientStateUpdateHandlingBlock
    ) {
        face.updateState(of: identifier, state, on: object, waits: false, completion)
    }

    /// Returns when all pending callbacks, and the callbacks that they cause, have run. Blocks the calling thread,
    /// which must not be that of the callback queue.
    package func drainCallbacks() {
        face.hub.drain()
    }
}
