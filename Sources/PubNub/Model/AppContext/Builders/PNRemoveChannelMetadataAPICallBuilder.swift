/// A call to remove the metadata of a channel; see ``PNRemoveChannelMetadataRequest``.
public final class PNRemoveChannelMetadataAPICallBuilder: PNAPICallBuilder {
    private let channel: String

    init(_ client: PubNub, channel: String) {
        self.channel = channel
        super.init(client)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended; nil, the default, when nobody waits for it.
    public func performWithCompletion(_ block: PNRemoveChannelMetadataCompletionBlock? = nil) {
        client.removeChannelMetadata(with: PNRemoveChannelMetadataRequest(channel: channel), completion: block)
    }
}
