// The type that chat data also has, so that a file that imports both modules can name it.
@_exported public import PubNubTime
import PubNubWire

/// The timetoken of requests and responses.
typealias PubNubTimetoken = PubNubWire.Timetoken

extension PubNubTimetoken {
    /// The value for the wire.
    init(_ timetoken: UInt64) {
        self.init(rawValue: timetoken)
    }
}
