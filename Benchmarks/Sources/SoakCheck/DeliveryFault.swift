/// One message with a delivery fault.
public struct DeliveryFault: Sendable, Equatable, CustomStringConvertible {
    /// The kinds of delivery faults.
    public enum Kind: String, Sendable {
        /// Acknowledged, never received, and not covered by a reported gap.
        case lost
        /// Received again.
        case twice = "received twice"
        /// Received after a message that was sent later.
        case outOfOrder = "received out of order"
        /// Received, but never sent.
        case neverSent = "received though never sent"
        /// Neither acknowledged nor failed at the end.
        case unsettled = "never acknowledged and never failed"
    }

    /// The kind of fault.
    public let kind: Kind
    /// The channel's index.
    public let channel: Int
    /// The number of the message in its channel.
    public let number: Int

    /// Creates a fault.
    public init(kind: Kind, channel: Int, number: Int) {
        self.kind = kind
        self.channel = channel
        self.number = number
    }

    /// The fault as one line.
    public var description: String { "message \(number) of channel \(channel): \(kind.rawValue)" }
}
