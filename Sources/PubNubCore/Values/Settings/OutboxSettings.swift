public import Foundation
import PubNubMachines

/// The settings of the outbox of a client, which stores messages until the service has accepted them.
///
/// The client sends each message until the service accepts or refuses it, in the order of the calls to its channel. A message
/// that exceeds the bounds of the outbox fails immediately.
public struct OutboxSettings: Sendable, Hashable {
    /// The maximum number of messages; 1,000 by default.
    public var maximumMessages: Int

    /// The maximum number of bytes of the messages, in the form in which they are sent; 8 MiB by default.
    public var maximumBytes: Int

    /// The file that stores messages; `nil`, the default, stores them in memory.
    ///
    /// A message is accepted once it is on the disk. The file belongs to one client of one process at a time, and only its owner
    /// can read it. It contains messages in the form in which they are sent, and no keys. The next client that connects with the
    /// same keys and the same file sends the messages that are left in it.
    public var file: URL?

    /// Makes the settings of an outbox.
    ///
    /// - Parameters:
    ///   - maximumMessages: The maximum number of messages; 1,000 by default.
    ///   - maximumBytes: The maximum number of bytes of the messages; 8 MiB by default.
    ///   - file: The file that stores them; `nil`, the default, stores them in memory.
    public init(maximumMessages: Int = 1_000, maximumBytes: Int = 8 * 1024 * 1024, file: URL? = nil) {
        self.maximumMessages = maximumMessages
        self.maximumBytes = maximumBytes
        self.file = file
    }
}

extension OutboxSettings {
    var limits: OutboxMachine.Limits { .init(messages: maximumMessages, bytes: maximumBytes) }
}
