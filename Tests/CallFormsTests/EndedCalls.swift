import Foundation
import PubNub
import PubNubSupport

/// Counts the calls of one client that end while this object lives: each posts one notification about the client once
/// it has succeeded or failed.
final class EndedCalls {
    private final class Counter: Sendable {
        let ended = Locked(0)
    }

    private let client: PubNub
    private let counter = Counter()
    private let observer: any NSObjectProtocol

    init(of client: PubNub) {
        self.client = client
        client.drainCallbacks()
        observer = NotificationCenter.default.addObserver(forName: nil, object: client, queue: nil) { [counter] in
            // A message posts another notification before it is sent.
            if $0.name.rawValue != kPNClientWillSendMessageNotification { counter.ended.withLock { $0 += 1 } }
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(observer)
    }

    /// The number of calls that have ended, after all work on the callback queue.
    var count: Int {
        client.drainCallbacks()
        return counter.ended.withLock { $0 }
    }
}
