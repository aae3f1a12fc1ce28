public import Foundation
import PubNubMachines

/// How messages are kept until the service has them; see ``PNConfiguration/outbox``.
///
/// Without an outbox a message that is sent while the client is not connected fails, and one whose answer is lost fails with
/// ``PNError/isOutcomeUnknown``, for the app to decide. With one, the client does the rest:
///
/// - Each message is tried until the service takes or refuses it; ``PubNub/disconnect()-method`` and losses of the connection only
///   delay it. Its closure and the events for sent messages are called once, at that end.
/// - Messages to one channel arrive in the order in which they were sent; a message whose outcome is unknown is sent again
///   before the next one. Channels do not wait for each other. What the service refuses (access rights, size, no JSON) ends
///   with that error, and the next one goes.
/// - A message may so reach the service twice. Each carries a mark (in the `meta` of the publish request, as `pn_outbox`) by
///   which receivers with this library and ``PNSubscribeVersion/v2`` drop the second copy, as long as fewer than 500
///   messages lie between the two. Other receivers, version 1 of the protocol and history get both.
/// - A message that fails again and again without being refused, as with answers of status 5xx, is tried after pauses that
///   grow to 30 seconds, and the rest of its channel waits behind it. From the second failure on each is told by
///   ``PNDelegate/pubnubClient(_:error:)``, with the message as ``PNError/associatedObject``;
///   ``PubNub/clearOutbox(channel:)`` gives up what waits in that channel, ``PubNub/clearOutbox()`` everything.
/// - A message for which there is no room fails at once with ``kPNOutboxFullError``.
/// - When the application releases the client, each message that has not ended ends with
///   ``kPNRequestExecutionFailedClientNotReadyError``. ``PNError/isOutcomeUnknown`` is then true for a message that was sent, and
///   for one in a ``file``, which the next client sends.
/// - With a ``file`` messages survive the end of the process. They are sent, in their order, by the next client that connects
///   with the same keys and the same file.
public struct PNOutbox: Sendable, Hashable {
    /// How many messages it holds at most; 1,000 by default.
    public var maximumMessages: Int

    /// How many bytes the messages in it have at most, as they are sent; 8 MiB by default.
    public var maximumBytes: Int

    /// The file that keeps messages; `nil`, the default, keeps them in memory.
    ///
    /// A message is accepted, and its closure told so with ``PNMessageState/sending``, once it is on the disk; when it cannot
    /// be written it fails with ``kPNOutboxFileError``. The file belongs to one client of one process at a time (a file
    /// beside it, with `.lock` behind its name, sees to that) and can be read by its owner only. Messages stand in it as
    /// they are sent: encrypted where the configuration has a cipher key, in clear text otherwise. No key is in it.
    public var file: URL?

    /// Makes the settings of an outbox.
    ///
    /// - Parameters:
    ///   - maximumMessages: How many messages it holds; 1,000 by default.
    ///   - maximumBytes: How many bytes those have; 8 MiB by default.
    ///   - file: The file that keeps them; `nil`, the default, for none.
    public init(maximumMessages: Int = 1_000, maximumBytes: Int = 8 * 1024 * 1024, file: URL? = nil) {
        self.maximumMessages = maximumMessages
        self.maximumBytes = maximumBytes
        self.file = file
    }
}

extension PNOutbox {
    var limits: OutboxMachine.Limits {
        .init(messages: maximumMessages, bytes: maximumBytes)
    }
}
