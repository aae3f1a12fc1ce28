/// Channels of clients (3.7.8 README, "Where Now").
extension PubNub {
    /// Requests the channels on which a client is present.
    ///
    /// - Parameters:
    ///   - clientIdentifier: The client's identifier, 1 to 92 characters (Unicode scalars), neither `.` nor `..`. Any client is
    ///     allowed.
    ///   - handleBlock: Called with the identifier and its channels, or with the error, whose `associatedObject` is the
    ///     identifier. Pass `nil`, the default, to ignore the result.
    public func requestParticipantChannelsList(
        _ clientIdentifier: String,
        withCompletionBlock handleBlock: PNClientParticipantChannelsHandlingBlock? = nil
    ) {
        face.requestChannels(of: clientIdentifier, handleBlock)
    }
}
