/// A request for a page of all channels that have metadata.
public final class PNFetchAllChannelsMetadataRequest: PNObjectsPaginatedRequest {
    /// What the answer contains beyond what it always has; ``PNChannelFields/totalCountField`` by default. An empty set asks for
    /// nothing more, not even the count.
    public var includeFields: PNChannelFields {
        get { PNChannelFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// Makes a request.
    public init() {
        super.init(fieldBits: PNChannelFields.totalCountField.rawValue)
    }

    func call() throws(PNError) -> Call<ObjectList<PNChannelMetadata>> {
        ObjectEndpoints.channels(try query())
    }
}
