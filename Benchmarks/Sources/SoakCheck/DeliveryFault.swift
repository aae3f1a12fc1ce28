/// One message that did not arrive as it should have.
public struct DeliveryFault: Sendable, Equatable, CustomStringConvertible {
    /// What is wrong.
    public enum Kind: String, Sendable {
        /// Acknowledged, never received, and in no gap that was told.
        case lost
        /// Received again.
        case twice = "received twice"
        /// Received after one that was sent later.
        case outOfOrder = "received out of order"
        /// Received, and nobody sent it.
        case neverSent = "received though never sent"
        /// Neither acknowledged nor failed at the end.
        case unsettled = "never acknowledged and never failed"
    }

    /// What is wrong.
    public let kind: Kind
    /// The channel's index.
    public let channel: Int
    /// The number of the message in its channel.
    public let number: Int

    /// A fault.
    public init(kind: Kind, channel: Int, number: Int) {
        self.kind = kind
        self.channel = channel
        self.number = number
    }

    /// One line of text.
    public var description: String { "message \(number) of channel \(channel): \(kind.rawValue)" }
}
