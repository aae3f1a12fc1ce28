import Foundation
import PubNubCore

/// Stored messages: reading them with their metadata and actions, counting and deleting them.
extension PubNub {
    /// Fetches stored messages: the newest ones of each channel in the requested range.
    ///
    /// The client does not send an invalid request. No channel (134), an invalid name (117), several channels together
    /// with actions, a `max` above 100, or above 25 with actions or several channels, and a timetoken that is not
    /// positive (-1) are errors of category ``PNStatusCategory/badRequestCategory``.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func fetchHistory(
        with request: PNHistoryFetchRequest,
        completion block: @escaping PNHistoryFetchCompletionBlock
    ) {
        let face = face
        face.fetch(request, block) { PNHistoryFetchResult(data: face.decrypted($1)) }
    }

    /// Fetches the number of stored messages of channels after a timetoken. The service counts up to 10,000 messages of a
    /// channel.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue.
    public func fetchMessagesCount(
        with request: PNHistoryMessagesCountRequest,
        completion block: @escaping PNMessageCountCompletionBlock
    ) {
        face.fetch(request, block) { PNMessageCountResult(data: PNMessageCountData($1)) }
    }

    /// Deletes stored messages of a channel: all of them, or those of a range. Deleted messages cannot be restored.
    ///
    /// The keyset must allow deletion. With an access manager, the authorization key must have the right to delete, or the
    /// configuration must have the secret key, with which the client then signs the request. If no response arrives, the messages may or may not have been deleted; ``PNError/isOutcomeUnknown`` of the status' error is
    /// `true` then.
    ///
    /// - Parameters:
    ///   - request: The settings of the call, read before this returns.
    ///   - block: Called once with the outcome, on the callback queue. Pass `nil`, the default, to ignore the outcome.
    public func deleteMessages(
        with request: PNHistoryMessagesDeleteRequest,
        completion block: PNMessageDeleteCompletionBlock? = nil
    ) {
        face.change(request, block)
    }
}

extension ClientFace {
    /// The page with its messages decrypted, if there is a cipher key.
    fileprivate func decrypted(_ page: StoredPage) -> PNHistoryFetchData {
        let cryptor = engine.cipher
        let channels = page.channels.mapValues { items in
            items.map { PNStoredMessage($0, payload: MessageDecryptor.decrypt($0.message, with: cryptor).payload) }
        }
        return PNHistoryFetchData(channels.filter { !$0.value.isEmpty }, next: page.next, isComplete: page.isComplete)
    }
}
