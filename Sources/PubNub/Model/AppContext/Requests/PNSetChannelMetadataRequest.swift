import PubNubWire

/// A request to change the metadata of a channel, which need not have any yet. What is not set stays as it is.
public final class PNSetChannelMetadataRequest: PNBaseObjectsRequest {
    /// The channel.
    public internal(set) var channel: String

    /// What the answer contains beyond what it always has: custom values, status and type by default.
    public var includeFields: PNChannelFields {
        get { PNChannelFields(rawValue: fieldBits) }
        set { fieldBits = newValue.rawValue }
    }

    /// The name of the channel for people, at most 2048 characters. nil, the default, changes nothing.
    public var name: String?

    /// What the channel is about, at most 2048 characters. nil and empty, the default, change nothing.
    public var information: String?

    /// The status of the channel, at most 50 characters. nil and empty, the default, change nothing.
    public var status: String?

    /// The type of the channel, at most 50 characters. nil and empty, the default, change nothing.
    public var type: String?

    /// Custom values: texts, numbers and booleans by name, integers within ±9007199254740991. They take the place of all custom
    /// values that are there. nil and empty, the default, change nothing.
    public var custom: [String: Any]?

    /// The entity tag that the channel must still have, as a response gave it. If another client has changed it since, nothing
    /// changes, and the call ends with ``PNStatusCategory/entityTagMismatchCategory`` (HTTP 412). nil and empty, the default,
    /// change whatever is there.
    public var ifMatchesEtag: String?

    /// The fields to clear; none by default. One that is set as well is an error. Without this, what is not set stays.
    public var clearedFields: Set<PNMetadataField> = []

    /// Makes a request.
    ///
    /// - Parameter channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control
    ///   characters.
    public init(channel: String) {
        self.channel = channel
        super.init(fieldBits: PNChannelFields([.customField, .statusField, .typeField]).rawValue)
    }

    func call() throws(PNError) -> Call<PNChannelMetadata> {
        let texts: [PNMetadataField: String?] = [
            .name: name, .information: information, .status: status, .type: type,
        ]
        let change = try MetadataChange(texts, custom: custom, cleared: clearedFields, eTag: ifMatchesEtag)
        return ObjectEndpoints.setChannel(try Validation.identifier(channel, of: .channel), change, try query())
    }
}
