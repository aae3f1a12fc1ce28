public import Foundation
import PubNubCore

/// The settings of the outbox, which stores messages until the service has accepted them; see
/// ``PNConfiguration/outbox``.
///
/// Without an outbox, a message that is sent while the client is not connected fails, and one whose response is lost
/// fails with ``PNError/isOutcomeUnknown``, and the application decides. With an outbox, the client does the rest:
///
/// - The client sends each message until the service accepts or refuses it; ``PubNub/disconnect()-method`` and losses
///   of the connection only delay it. Its closure and the events for sent messages are called once, with that outcome.
/// - Messages to one channel arrive in the order of the calls; a message whose outcome is unknown is sent again before
///   the next one. Channels do not wait for each other. A message that the service refuses (access rights, size,
///   invalid JSON) ends with that error, and the next one is sent.
/// - The service may therefore receive a message twice. Each has a mark (in the `meta` of the publish request, as
///   `pn_outbox`) by which receivers with this library and ``PNSubscribeVersion/v2`` drop the second copy, if fewer
///   than 500 messages lie between the two. Other receivers, version 1 of the protocol and history receive both.
/// - A message that fails repeatedly without being refused, as with responses of status 5xx, is sent again after pauses
///   that grow to 30 seconds, and the rest of its channel waits behind it. The client reports each failure from the
///   second on with ``PNDelegate/pubnubClient(_:error:)``, with the message as ``PNError/associatedObject``;
///   ``PubNub/clearOutbox(channel:)`` discards the messages of that channel, ``PubNub/clearOutbox()`` all messages.
/// - A message that exceeds the bounds of the outbox fails immediately with ``kPNOutboxFullError``.
/// - When the application releases the client, each message that has not ended ends with
///   ``kPNRequestExecutionFailedClientNotReadyError``. ``PNError/isOutcomeUnknown`` is then true for a message that was
///   sent, and for one in a ``file``, which the next client sends.
/// - With a ``file`` messages survive the end of the process. The next client that connects with the same keys and the
///   same file sends them in their order.
public struct PNOutbox: Sendable, Hashable {
    /// The most messages in the outbox; 1,000 by default.
    public var maximumMessages: Int

    /// The most bytes of the messages in the outbox, in the form in which they are sent; 8 MiB by default.
    public var maximumBytes: Int

    /// The file that stores messages; `nil`, the default, stores them in memory.
    ///
    /// A message is accepted once it is on the disk, which its closure learns by ``PNMessageState/sending``. If it
    /// cannot be written, it fails with ``kPNOutboxFileError``. The file belongs to one client of one process at a
    /// time, which a file with the suffix `.lock` next to it ensures, and only its owner can read it. The file contains
    /// messages in the form in which they are sent: encrypted if the configuration has a cipher key, otherwise
    /// unencrypted. It contains no keys.
    public var file: URL?

    /// Makes the settings of an outbox.
    ///
    /// - Parameters:
    ///   - maximumMessages: The most messages; 1,000 by default.
    ///   - maximumBytes: The most bytes of the messages; 8 MiB by default.
    ///   - file: The file that stores them; `nil`, the default, stores them in memory.
    public init(maximumMessages: Int = 1_000, maximumBytes: Int = 8 * 1024 * 1024, file: URL? = nil) {
        self.maximumMessages = maximumMessages
        self.maximumBytes = maximumBytes
        self.file = file
    }
}

extension PNOutbox {
    init(_ settings: OutboxSettings) {
        self.init(
            maximumMessages: settings.maximumMessages,
            maximumBytes: settings.maximumBytes,
            file: settings.file
        )
    }

    /// The settings with which the client works.
    var settings: OutboxSettings {
        OutboxSettings(maximumMessages: maximumMessages, maximumBytes: maximumBytes, file: file)
    }
}
