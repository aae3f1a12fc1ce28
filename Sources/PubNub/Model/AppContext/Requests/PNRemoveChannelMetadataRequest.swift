/// A request to remove the metadata of a channel.
public final class PNRemoveChannelMetadataRequest: PNBaseObjectsRequest {
    /// The channel.
    public let channel: String

    /// Makes a request.
    ///
    /// - Parameter channel: The channel. At least one and at most 92 bytes in UTF-8, without `,` `/` `\` `*` `:` and control
    ///   characters.
    public init(channel: String) {
        self.channel = channel
        super.init()
    }

    func call() throws(PNError) -> Call<Void> {
        ObjectEndpoints.removeChannel(try Validation.identifier(channel, of: .channel), try query())
    }
}
