/// Calls for modules built on this one. Their closures are called always: they neither take the place of the app's closure for an identical call, nor give theirs up to
/// it.
extension PubNub {
    /// Asks who is on channels and on the channels of groups.
    package func participants(
        of objects: [any PNChannelProtocol],
        identifiers: Bool,
        state: Bool,
        completion: @escaping PNClientParticipantsHandlingBlock
    ) {
        engine.requestParticipants(
            of: objects,
            .init(identifiers: identifiers, state: state),
            replaces: false,
            completion
        )
    }

    /// Asks for a client's state on a channel or group.
    package func clientState(
        of identifier: String,
        on object: any PNChannelProtocol,
        completion: @escaping PNClientStateRetrieveHandlingBlock
    ) {
        engine.requestState(of: identifier, on: object, replaces: false, completion)
    }

    /// Changes a client's state on a channel or group.
    package func setClientState(
        of identifier: String,
        _ state: [String: Any],
        on object: any PNChannelProtocol,
        completion: @escaping PNClientStateUpdateHandlingBlock
    ) {
        engine.updateState(of: identifier, state, on: object, replaces: false, completion)
    }

    /// Returns when every callback that is due has run, and every callback which those caused. Blocks the calling thread, which
    /// must not be the callback queue's.
    package func drainCallbacks() {
        engine.hub.drain()
    }
}
