import PubNubWire

/// A request to send a signal: a message of at most 64 bytes that is not stored, for what is of interest only now, such as
/// that somebody is typing.
///
/// A request is read when the call is made; changing it afterwards changes later calls only. It belongs to whoever made it,
/// and is not to be used from several threads at a time.
public final class PNSignalRequest {
    /// The name of the channel.
    public let channel: String

    /// What is sent: text, number, boolean, array, dictionary or null.
    public let message: Any?

    /// The type of the signal, for those who receive it. nil, the default, gives it none.
    public var customMessageType: String?

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel, without `,` `/` and `:`.
    ///   - signal: Text, number, boolean, array, dictionary or null: at most 64 bytes as JSON, with the quotes of a text. It
    ///     is sent as it is, with a cipher key, too.
    public init(channel: String, signal: Any?) {
        self.channel = channel
        message = signal
    }

    func call() throws(PNError) -> Call<Timetoken> {
        let channel = try Validation.channel(PNChannel(name: channel)).name
        let payload = try JSONBridge.value(message).serialized()
        guard payload.count <= ServiceLimits.maxSignalBytes else {
            let limit = ServiceLimits.maxSignalBytes
            throw PNError(input: "The signal has more than \(limit) bytes as JSON.", code: kPNTooLongMessageError)
        }
        return MessagingEndpoints.signal(payload: payload, channel: channel, type: customMessageType)
    }
}
