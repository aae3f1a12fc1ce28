/// A call for a page of all channels that have metadata; see ``PNFetchAllChannelsMetadataRequest``.
public final class PNFetchAllChannelsMetadataAPICallBuilder: PNObjectsPaginatedAPICallBuilder {
    /// What the answer contains beyond what it always has; nothing unless this is called. An empty set also leaves out the
    /// count.
    public func includeFields(_ includeFields: PNChannelFields) -> Self {
        include(includeFields.rawValue)
    }

    /// Makes the call.
    ///
    /// - Parameter block: Told once how it ended.
    public func performWithCompletion(_ block: @escaping PNFetchAllChannelsMetadataCompletionBlock) {
        let request = PNFetchAllChannelsMetadataRequest()
        client.allChannelsMetadata(
            with: fill(request, count: PNChannelFields.totalCountField.rawValue),
            completion: block
        )
    }
}
