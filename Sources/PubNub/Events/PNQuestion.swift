import Foundation

/// What a client asks its delegate.
enum PNQuestion: CaseIterable, Sendable {
    case reconnect, keepTimeToken, resubscribe, restoreFromLastTimeToken, runInBackground

    /// Asks; `nil` when the delegate leaves it to the configuration.
    func ask(_ delegate: any PNDelegate, _ client: PubNub) -> Bool? {
        switch self {
        case .reconnect: delegate.shouldReconnectPubNubClient(client)?.boolValue
        case .keepTimeToken: delegate.shouldKeepTimeTokenOnChannelsListChange()?.boolValue
        case .resubscribe: delegate.shouldResubscribeOnConnectionRestore()?.boolValue
        case .restoreFromLastTimeToken: delegate.shouldRestoreSubscriptionFromLastTimeToken()?.boolValue
        case .runInBackground: delegate.shouldRunClientInBackground()
        }
    }
}
