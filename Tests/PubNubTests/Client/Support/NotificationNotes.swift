import Foundation
import PubNubSupport

@testable import PubNub

/// All notifications of one client while this object lives.
final class NotificationNotes {
    private let postings = Postings()
    private let observer: any NSObjectProtocol

    init(of client: PubNub) {
        observer = NotificationCenter.default.addObserver(forName: nil, object: client, queue: nil) { [postings] in
            let payload = $0.userInfo?[kPNNotificationPayloadKey]
            postings.add($0.name.rawValue, code: (payload as? PNError)?.code, error: payload as? PNError)
        }
    }

    deinit {
        NotificationCenter.default.removeObserver(observer)
    }

    /// The names in order, without `PNClient` and `Notification`, errors with their codes.
    var words: [String] { postings.words }

    /// The errors in order.
    var errors: [PNError] { postings.errors }

    private final class Postings: Sendable {
        private let state = Locked<(words: [String], errors: [PNError])>(([], []))

        var words: [String] { state.withLock { $0.words } }
        var errors: [PNError] { state.withLock { $0.errors } }

        func add(_ name: String, code: Int?, error: PNError?) {
            let plain = name.replacingOccurrences(of: "PNClient", with: "").replacingOccurrences(
                of: "Notification",
                with: ""
            )
            state.withLock { state in
                state.words.append(code.map { "\(plain) \($0)" } ?? plain)
                if let error { state.errors.append(error) }
            }
        }
    }
}
