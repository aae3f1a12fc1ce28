/// A request for the metadata of one channel.
public final class PNFetchChannelMetadataRequest: PNBaseObjectsRequest {
    /// The channel.
    public let channel: String

    /// What the answer contains beyond what it always has: custom values, status and type by default.
    public var includeFields: PNChannelFields {
        get { PNChannelFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// Makes a request.
    ///
    /// - Parameter channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control
    ///   characters.
    public init(channel: String) {
        self.channel = channel
        super.init(fieldBits: PNChannelFields([.customField, .statusField, .typeField]).rawValue)
    }

    func call() throws(PNError) -> Call<PNChannelMetadata> {
        ObjectEndpoints.channel(try Validation.identifier(channel, of: .channel), try query())
    }
}
