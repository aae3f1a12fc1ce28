/// Where a client is (README "Where Now").
extension PubNub {
    /// Asks on which channels a client is.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client asked about; it need not be this one.
    ///   - handleBlock: Called with the identifier and its channels, or with the error, whose `associatedObject` is the
    ///     identifier. nil, the default, when nobody waits for it.
    public func requestParticipantChannelsList(
        _ clientIdentifier: String,
        withCompletionBlock handleBlock: PNClientParticipantChannelsHandlingBlock? = nil
    ) {
        engine.requestChannels(of: clientIdentifier, handleBlock)
    }
}
