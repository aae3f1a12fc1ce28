@testable import PubNubOrigin
@testable import PubNubWire

/// The requests of clients over a few names, so that they meet each other.
enum ClusterLoad {
    static let keysets = ["demo", "other"]
    static let channels = ["a", "b", "n.c", "d"]
    /// The channels whose messages are never deleted.
    static let lasting = ["a", "b", "n.c"]
    static let clients = ["u", "v", "w"]
    static let groups = ["g", "h"]
    private static let token = String(repeating: "0a", count: 32)
    static let device = PushDevice(keyset: "demo", service: .apns, token: token)

    /// The configuration of the servers: limits are so low that they matter.
    static func configuration(_ random: inout SimulatedRandom) -> OriginConfiguration {
        var configuration = OriginConfiguration(publishKey: "demo", secretKey: "secret")
        configuration.accessManager = random.oneIn(5)
        configuration.limits.messageBuffer = 3
        configuration.limits.bufferedChannels = 6
        configuration.limits.occupants = 9
        configuration.limits.accessGrants = 3
        configuration.limits.registeredChannels = 6
        configuration.limits.actions = 5
        configuration.limits.objects = 6
        configuration.limits.stateBytes = 60
        if random.oneIn(3) {
            configuration.limits.announceMaximum = 1
            configuration.limits.presenceInterval = .seconds(10)
        }
        return configuration
    }

    /// A random request that changes something, other than a publish call.
    static func request(_ random: inout SimulatedRandom) -> OriginRequest {
        let keyset = random.one(of: keysets)
        let list = random.some(of: channels).joined(separator: ",")
        let client = random.one(of: clients)
        let presence = "/v2/presence/sub-key/\(keyset)/channel/\(list)"
        let timeout = random.one(of: [20, 30, 60])
        let heartbeat = "\(presence)/heartbeat?uuid=\(client)&heartbeat=\(timeout)"
        switch random.below(16) {
        case 0...3: return OriginRequest(target: heartbeat)
        case 4: return OriginRequest(target: "\(heartbeat)&state=\(state(random.one(of: channels), &random))")
        case 5, 6: return OriginRequest(target: "\(presence)/leave?uuid=\(client)")
        case 7: return OriginRequest(target: "\(presence)/uuid/\(client)/data?state=%7B%22s%22:\(random.below(3))%7D")
        case 8, 9: return registry(keyset, list, &random)
        case 10: return push(list, &random)
        case 11, 12: return objects(keyset, client, &random)
        case 13: return action(keyset, client, &random)
        case 14: return OriginRequest(method: "DELETE", target: "/v3/history/sub-key/\(keyset)/channel/d")
        default:
            return OriginRequest(
                target: "/v2/auth/grant/sub-key/\(keyset)?channel=\(list)&r=1&w=1&ttl=\(1 + random.below(2))"
            )
        }
    }

    private static func state(_ channel: String, _ random: inout SimulatedRandom) -> String {
        "%7B%22\(channel)%22:%7B%22k%22:\(random.below(3))%7D%7D"
    }

    private static func registry(_ keyset: String, _ list: String, _ random: inout SimulatedRandom) -> OriginRequest {
        let group = "/v1/channel-registration/sub-key/\(keyset)/channel-group/\(random.one(of: groups))"
        return switch random.below(4) {
        case 0, 1: OriginRequest(target: "\(group)?add=\(list)")
        case 2: OriginRequest(target: "\(group)?remove=\(list)")
        default: OriginRequest(target: "\(group)/remove")
        }
    }

    private static func push(_ list: String, _ random: inout SimulatedRandom) -> OriginRequest {
        OriginRequest(target: "/v1/push/sub-key/demo/devices/\(token)?\(random.oneIn(3) ? "remove" : "add")=\(list)")
    }

    private static func objects(_ keyset: String, _ client: String, _ random: inout SimulatedRandom) -> OriginRequest {
        let user = "/v2/objects/\(keyset)/uuids/\(client)"
        return switch random.below(4) {
        case 0: OriginRequest(method: "DELETE", target: user)
        case 1, 2: patch(user, #"{"name":"n\#(random.below(3))","custom":{"x":\#(random.below(3)),"y":"z"}}"#)
        default: patch("\(user)/channels", #"{"set":[{"channel":{"id":"\#(random.one(of: channels))"}}]}"#)
        }
    }

    private static func patch(_ target: String, _ body: String) -> OriginRequest {
        OriginRequest(method: "PATCH", target: target, body: Array(body.utf8))
    }

    private static func action(_ keyset: String, _ client: String, _ random: inout SimulatedRandom) -> OriginRequest {
        OriginRequest(
            method: "POST",
            target: "/v1/message-actions/\(keyset)/channel/\(random.one(of: channels))/message/5?uuid=\(client)",
            body: Array(#"{"type":"t","value":"\#(random.below(3))"}"#.utf8)
        )
    }
}
