/// Small messages that the service does not store.
extension PubNub {
    /// Sends a signal. It reaches clients that are subscribed to the channel at that time; history does not contain it.
    ///
    /// The client never sends a signal twice. If no response arrives, the signal may or may not have been sent;
    /// ``PNError/isOutcomeUnknown`` of the status' error is `true` then. The client does not send an invalid signal: an
    /// empty channel (134), an invalid name (117), content that JSON cannot hold (112) or more than 64 bytes (114) is
    /// an error of category ``PNStatusCategory/badRequestCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func sendSignal(with request: PNSignalRequest, completion block: PNSignalCompletionBlock? = nil) {
        face.change(request, block) { PNSignalStatus($0, $1) }
    }

    /// Sends a signal; the short form of ``sendSignal(with:completion:)``.
    ///
    /// - Parameters:
    ///   - message: String, number, boolean, array, dictionary or null: at most 64 bytes as JSON, including the quotation
    ///     marks of a string.
    ///   - channel: The name of the channel.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func signal(_ message: Any?, channel: String, withCompletion block: PNSignalCompletionBlock? = nil) {
        sendSignal(with: PNSignalRequest(channel: channel, signal: message), completion: block)
    }
}
