import PubNub
import PubNubChat

/// Repeats an action that needs the service.
enum Retry {
    /// The longest pause between two attempts.
    private static let maxPause = 30

    /// The codes of errors that a later attempt with the same keys and the same request cannot heal.
    private static let permanentCodes: Set<Int> = [
        kPNClientConfigurationError, kPNInvalidSubscribeOrPublishKeyError, kPNAPIUnauthorizedAccessError,
        kPNAPIAccessForbiddenError, kPNAPINotAvailableOrNotEnabledError, kPNPresenceAPINotAvailableError,
        kPNStorageNotEnabledError, kPNInvalidJSONError, kPNTooLongMessageError,
        kPNRestrictedCharacterInChannelNameError,
    ]

    /// Runs an action until it succeeds. Waits for a connection, then pauses for 1, 2, 4 … 30 seconds between attempts.
    ///
    /// - Throws: The first error that another attempt cannot heal.
    static func run(_ chat: PubNubChatProvider, _ action: @Sendable () async throws -> Void) async throws {
        var events = chat.syncEvents().makeAsyncIterator()
        var pause = 1
        while true {
            do {
                return try await action()
            } catch let error where canHeal(error) {
                if !chat.pubnubProvider.isConnected() {
                    while let event = await events.next(), event != .connected {}
                }
                try await Task.sleep(for: .seconds(pause))
                pause = min(pause * 2, maxPause)
            }
        }
    }

    /// Whether another attempt may succeed: the network or the service failed. Errors of the request, of access rights
    /// and of the local store stay.
    static func canHeal(_ error: any Error) -> Bool {
        if let error = error as? PaginationError<MessageHistoryRequest> { return canHeal(error.error) }
        guard let error = error as? PNError else { return false }
        return !permanentCodes.contains(error.code)
    }
}
