import PubNubWire

extension MessagingEndpoints {
    /// Sends a signal.
    ///
    /// - Parameters:
    ///   - payload: the JSON text to send in UTF-8.
    ///   - channel: the channel to send it to.
    ///   - type: the type that the sender gives it; nil, the default, for none.
    /// - Returns: a call whose result is the time at which the service accepted the signal.
    static func signal(payload: [UInt8], channel: String, type: String? = nil) -> Call<Timetoken> {
        let type = type.map { [QueryItem.text("custom_message_type", $0)] } ?? []
        return Call(
            route: .signal,
            arguments: [
                "channel": PercentEncoding.escape(channel), "message": PercentEncoding.escape(payload),
            ],
            query: [.identifier, .authorization, .library] + type,
            // It might arrive twice.
            isRepeatable: false
        ) { response in
            ResponseReader.decode(response, publishedAt)
        }
    }
}
