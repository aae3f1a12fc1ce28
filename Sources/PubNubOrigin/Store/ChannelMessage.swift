/// One message in a channel's buffer, already in the form subscribers get it in.
struct ChannelMessage: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
    /// A version 2 envelope that lacks its last member, the matched name, and the closing brace.
    let envelope: [UInt8]
    /// Where in `envelope` the payload's JSON text starts; it reaches to the end.
    let payloadStart: Int
    /// Where in `envelope` the JSON text of the metadata is; nil when there is none.
    var metadataRange: Range<Int>?

    var metadata: ArraySlice<UInt8>? { metadataRange.map { envelope[$0] } }
    var payload: ArraySlice<UInt8> { envelope[payloadStart...] }
    var isPresence: Bool { ChannelName.isPresence(topic.name) }
}
