/// State of clients, asked and changed by the shared client.
///
/// Each method forwards to the one of the same name of ``sharedInstance()``, which says what the parameters mean.
extension PubNub {
    /// Asks for a client's state on a channel, or on the channels of a group, with the shared client.
    public static func requestClientState(
        _ clientIdentifier: String,
        forObject object: any PNChannelProtocol,
        withCompletionHandling handlerBlock: PNClientStateRetrieveHandlingBlock? = nil
    ) {
        sharedInstance().requestClientState(clientIdentifier, forObject: object, withCompletionHandling: handlerBlock)
    }

    /// Changes a client's state on a channel, or on the channels of a group, with the shared client.
    public static func updateClientState(
        _ clientIdentifier: String,
        state clientState: [String: Any],
        forObject object: any PNChannelProtocol,
        withCompletionHandling handlerBlock: PNClientStateUpdateHandlingBlock? = nil
    ) {
        sharedInstance().updateClientState(
            clientIdentifier,
            state: clientState,
            forObject: object,
            withCompletionHandling: handlerBlock
        )
    }

    /// Asks for a client's state on a channel, with the shared client.
    @available(*, deprecated, message: "Use requestClientState(_:forObject:withCompletionHandling:)")
    public static func requestClientState(
        _ clientIdentifier: String,
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientStateRetrieveHandlingBlock? = nil
    ) {
        sharedInstance().requestClientState(clientIdentifier, for: channel, withCompletionHandling: handlerBlock)
    }

    /// Changes a client's state on every channel and group that the shared client is subscribed to: one call for each, which
    /// ends like one of `updateClientState(_:state:forObject:withCompletionHandling:)`. Without a subscription it ends with
    /// error 136.
    @available(*, deprecated, message: "Use updateClientState(_:state:forObject:withCompletionHandling:)")
    public static func updateClientMetadata(_ clientIdentifier: String, metadata clientMetadata: [String: Any]) {
        sharedInstance().engine.updateStateEverywhere(of: clientIdentifier, clientMetadata)
    }

    /// Changes a client's state on a channel, with the shared client.
    @available(*, deprecated, message: "Use updateClientState(_:state:forObject:withCompletionHandling:)")
    public static func updateClientState(
        _ clientIdentifier: String,
        state clientState: [String: Any],
        for channel: PNChannel,
        withCompletionHandling handlerBlock: PNClientStateUpdateHandlingBlock? = nil
    ) {
        sharedInstance().updateClientState(
            clientIdentifier,
            state: clientState,
            for: channel,
            withCompletionHandling: handlerBlock
        )
    }
}
