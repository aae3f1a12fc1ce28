import Foundation
import PubNubTestSupport

@testable import PubNub

/// Collects in one list the deliveries of a client: the delegate's method, the observer's arguments, the closure's arguments,
/// and the notification with the code of its error.
final class FourWays {
    private let said = Recorder()
    private let delegate: RecordingDelegate
    private let token: any NSObjectProtocol

    init(_ client: PubNub) {
        delegate = RecordingDelegate { [said] call in said.record(call) }
        ObserverTable.addAll("four ways", to: client.observationCenter, said)
        token = NotificationCenter.default.addObserver(forName: nil, object: client, queue: nil) { [said] in
            let name = $0.name.rawValue.dropFirst("PNClient".count).dropLast("Notification".count)
            let error = $0.userInfo?[kPNNotificationPayloadKey] as? PNError
            said.record(error.map { "\(name) \($0.code)" } ?? String(name))
        }
        client.setDelegate(delegate)
    }

    deinit {
        NotificationCenter.default.removeObserver(token)
    }

    /// Records the arguments of a call's closure.
    func closure(_ arguments: Any?...) {
        said.record("closure " + arguments.map { ObserverTable.text($0) }.joined(separator: " "))
    }

    /// All deliveries so far.
    var all: [String] { said.all }
}
