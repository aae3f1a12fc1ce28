/// A call for the metadata of one channel; see ``PNFetchChannelMetadataRequest``.
public final class PNFetchChannelMetadataAPICallBuilder: PNAPICallBuilder {
    private let channel: String
    private var fields: PNChannelFields?

    init(_ client: PubNub, channel: String) {
        self.channel = channel
        super.init(client)
    }

    /// What the answer contains beyond what it always has; custom values, status and type unless this is called.
    public func includeFields(_ includeFields: PNChannelFields) -> Self {
        fields = includeFields
        return self
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended.
    public func performWithCompletion(_ block: @escaping PNFetchChannelMetadataCompletionBlock) {
        let request = PNFetchChannelMetadataRequest(channel: channel)
        if let fields { request.includeFields = fields }
        client.channelMetadata(with: request, completion: block)
    }
}
