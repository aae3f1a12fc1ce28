/// Where a client is (README "Where Now").
extension PubNub {
    /// Asks on which channels a client is.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client asked about, 1 to 92 bytes in UTF-8, neither `.` nor `..`; it need not be this one.
    ///   - handleBlock: Called with the identifier and its channels, or with the error, whose `associatedObject` is the
    ///     identifier. nil, the default, when nobody waits for it.
    public func requestParticipantChannelsList(
        _ clientIdentifier: String,
        withCompletionBlock handleBlock: PNClientParticipantChannelsHandlingBlock? = nil
    ) {
        engine.requestChannels(of: clientIdentifier, handleBlock)
    }
}
