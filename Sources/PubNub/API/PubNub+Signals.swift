/// Small messages that are not stored.
extension PubNub {
    /// Sends a signal. It reaches whoever is subscribed to the channel now, and is not kept for history.
    ///
    /// It is never sent twice by the client itself: where nobody can know whether it arrived, the error's
    /// ``PNError/isOutcomeUnknown`` is true.
    ///
    /// - Parameters:
    ///   - request: What to send, and where; read before this returns.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func sendSignal(with request: PNSignalRequest, completion block: PNSignalCompletionBlock? = nil) {
        engine.call({ _ throws(PNError) in try request.call() }) { result, again in
            let content = StatusContent(error: result.failure, again: again)
            block?(PNSignalStatus(content, data: PNSignalStatusData(timetoken: result.value)))
        }
    }

    /// Sends a signal; the short form of ``sendSignal(with:completion:)``.
    ///
    /// - Parameters:
    ///   - message: Text, number, boolean, array, dictionary or null: at most 64 bytes as JSON, with the quotes of a text.
    ///   - channel: The name of the channel.
    ///   - block: Told once how it ended, on the callback queue. nil, the default, when nobody waits for it.
    public func signal(_ message: Any?, channel: String, withCompletion block: PNSignalCompletionBlock? = nil) {
        sendSignal(with: PNSignalRequest(channel: channel, signal: message), completion: block)
    }
}
