import PubNubWire

/// What a filter looks at: a message and its metadata, each read when first asked for.
final class FilterSubject {
    private let metadataText: ArraySlice<UInt8>?
    private let payloadText: ArraySlice<UInt8>

    /// What was published as `meta`; nil when there was none.
    private(set) lazy var metadata = metadataText.flatMap { Self.value($0) }
    /// The message.
    private(set) lazy var data = Self.value(payloadText)

    init(metadata: ArraySlice<UInt8>?, payload: ArraySlice<UInt8>) {
        metadataText = metadata
        payloadText = payload
    }

    convenience init(_ message: ChannelMessage) {
        self.init(metadata: message.metadata, payload: message.payload)
    }

    private static func value(_ text: ArraySlice<UInt8>) -> JSONValue? { try? JSONValue(parsing: Array(text)) }
}
