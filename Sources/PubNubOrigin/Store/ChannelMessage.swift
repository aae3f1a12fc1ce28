/// One message in a channel's buffer, already in the form subscribers get it in.
struct ChannelMessage: Sendable, Equatable {
    let topic: Topic
    let timetoken: UInt64
    /// A version 2 envelope that lacks its last member, the matched name, and the closing brace.
    let envelope: [UInt8]
    /// Where in `envelope` the payload's JSON text starts; it reaches to the end.
    let payloadStart: Int

    var payload: ArraySlice<UInt8> { envelope[payloadStart...] }
    var isPresence: Bool { ChannelName.isPresence(topic.name) }
}
