/// The forms of before 3.7.0, for channels only. Each forwards to its successor.
extension PubNub {
    /// Asks for a client's state on a channel.
    @available(*, deprecated, message: "Use requestClientState(_:forObject:withCompletionHandling:)")
    public func requestClientState(
        _ clientIdentifier: String,
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientStateRetrieveHandlingBlock? = nil
    ) {
        requestClientState(clientIdentifier, forObject: channel, withCompletionHandling: handlerBlock)
    }

    /// Changes a client's state on a channel.
    @available(*, deprecated, message: "Use updateClientState(_:state:forObject:withCompletionHandling:)")
    public func updateClientState(
        _ clientIdentifier: String,
        state clientState: [String: Any],
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientStateUpdateHandlingBlock? = nil
    ) {
        updateClientState(
            clientIdentifier,
            state: clientState,
            forObject: channel,
            withCompletionHandling: handlerBlock
        )
    }
}
