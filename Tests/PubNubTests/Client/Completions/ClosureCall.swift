import Foundation
import Testing

@testable import PubNub

/// One call with fixed arguments and a closure that receives its result.
struct ClosureCall: Sendable, CustomTestStringConvertible {
    /// Called once at the end of the call, with nil or the code of its error.
    typealias Ending = (Int?) -> Void

    let name: String
    /// The beginning of the path of its request.
    let path: String
    let make: @Sendable (PubNub, @escaping Ending) -> Void

    init(_ name: String, _ path: String, _ make: @escaping @Sendable (PubNub, @escaping Ending) -> Void) {
        self.name = name
        self.path = path
        self.make = make
    }

    var testDescription: String { name }

    /// Every call that requests something.
    static let all = reading + presence + registry + pushAndRights

    private static let a = PNChannel.channel(withName: "a")
    private static let group = PNChannelGroup(name: "g")
    private static let token = Data(repeating: 1, count: 32)

    private static let reading = [
        ClosureCall("time", Path.time) { client, end in
            client.requestServerTimeToken { end($1?.code) }
        },
        ClosureCall("history", Path.history) { client, end in
            client.requestHistory(for: a, from: nil) { end($4?.code) }
        },
        ClosureCall("full history", Path.history) { client, end in
            client.requestFullHistory(for: a) { end($4?.code) }
        },
    ]

    private static let presence = [
        ClosureCall("here now", Path.presence + "/channel/a") { client, end in
            client.requestParticipantsList(for: [a]) { end($2?.code) }
        },
        ClosureCall("here now, everywhere", Path.presence) { client, end in
            client.requestParticipantsList { end($2?.code) }
        },
        ClosureCall("where now", Path.presence + "/uuid") { client, end in
            client.requestParticipantChannelsList("guest") { end($2?.code) }
        },
        ClosureCall("state", Path.presence + "/channel/a/uuid") { client, end in
            client.requestClientState("guest", forObject: a) { end($1?.code) }
        },
        ClosureCall("state update", Path.presence + "/channel/a/uuid") { client, end in
            client.updateClientState("guest", state: ["k": 1], forObject: a) { end($1?.code) }
        },
    ]

    private static let registryPath = "/v1/channel-registration/sub-key/sub"

    private static let registry = [
        ClosureCall("groups", registryPath + "/channel-group?") { client, end in
            client.requestDefaultChannelGroups { end($2?.code) }
        },
        ClosureCall("groups of a namespace", registryPath + "/namespace/n/channel-group") { client, end in
            client.requestChannelGroups(forNamespace: "n") { end($2?.code) }
        },
        ClosureCall("namespaces", registryPath + "/namespace?") { client, end in
            client.requestChannelGroupNamespaces { end($1?.code) }
        },
        ClosureCall("namespace removal", registryPath + "/namespace/n/remove") { client, end in
            client.removeChannelGroupNamespace("n") { end($1?.code) }
        },
        ClosureCall("group removal", registryPath + "/channel-group/g/remove") { client, end in
            client.remove(group) { end($1?.code) }
        },
        ClosureCall("channels of a group", registryPath + "/channel-group/g?") { client, end in
            client.requestChannels(for: group) { end($1?.code) }
        },
        ClosureCall("addition to a group", registryPath + "/channel-group/g?") { client, end in
            client.addChannels([a], to: group) { end($2?.code) }
        },
        ClosureCall("removal from a group", registryPath + "/channel-group/g?") { client, end in
            client.removeChannels([a], from: group) { end($2?.code) }
        },
    ]

    private static let pushPath = "/v1/push/sub-key/sub/devices/"

    private static let pushAndRights = [
        ClosureCall("push on", pushPath) { client, end in
            client.enablePushNotifications(on: a, withDevicePushToken: token) { end($1?.code) }
        },
        ClosureCall("push off", pushPath) { client, end in
            client.disablePushNotifications(on: a, withDevicePushToken: token) { end($1?.code) }
        },
        ClosureCall("push removal", pushPath) { client, end in
            client.removeAllPushNotifications(forDevicePushToken: token) { end($0?.code) }
        },
        ClosureCall("push channels", pushPath) { client, end in
            client.requestPushNotificationEnabledChannels(forDevicePushToken: token) { end($1?.code) }
        },
        ClosureCall("grant", "/v1/auth/grant/") { client, end in
            client.changeAccessRights(for: [a], to: .readAccessRight, onPeriod: 1) { end($1?.code) }
        },
        ClosureCall("audit", "/v1/auth/audit/") { client, end in
            client.auditAccessRights(for: [a]) { end($1?.code) }
        },
    ]

    /// Calls that change the subscription; they are processed one after the other.
    static let changes = [
        ClosureCall("subscribe", Path.subscribe) { client, end in
            client.subscribe(on: [a]) { _, _, error in end(error?.code) }
        },
        ClosureCall("subscribe to two", Path.subscribe) { client, end in
            client.subscribe(on: [a, PNChannel.channel(withName: "b")], withClientState: ["a": ["k": 1]]) {
                _,
                _,
                error in end(error?.code)
            }
        },
        ClosureCall("unsubscribe", Path.leave("a")) { client, end in
            client.unsubscribe(from: [a]) { end($1?.code) }
        },
        ClosureCall("presence on", Path.subscribe) { client, end in
            client.enablePresenceObservation(for: [a]) { end($1?.code) }
        },
        ClosureCall("presence off", Path.subscribe) { client, end in
            client.disablePresenceObservation(for: [a]) { end($1?.code) }
        },
    ]

    /// Sending a message.
    static let publish = ClosureCall("publish", Path.publish) { client, end in
        client.sendMessage("m", to: a) { state, object in
            switch state {
            case .sent: end(nil)
            case .sendingError: end((object as? PNError)?.code ?? 0)
            default: break
            }
        }
    }

    /// Connecting.
    static let connect = ClosureCall("connect", Path.time) { client, end in
        // Without an error the client waits for a network, and the call continues.
        client.connect(successBlock: { _ in end(nil) }, errorBlock: { if let error = $0 { end(error.code) } })
    }
}
