import PubNubWire
import TestRandom

@testable import PubNubOrigin

/// Random entries of the log over a few names, so that they meet each other.
struct RandomEntries {
    static let keysets = ["demo", "other"]
    static let channels = ["a", "b", "n.c", "n.d"]
    static let clients = ["u", "v", "w"]
    static let groups = ["g", "h"]
    static let token = String(repeating: "0a", count: 32)

    private var random: SeededGenerator
    private var date: UInt64 = 14_186_550_000_000_000
    private var number: UInt64 = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// The next batch, at a moment that is now and then earlier than the last one, as a clock that was set back gives it.
    mutating func next() -> Committed {
        number += 1
        date = below(10) == 0 ? date - UInt64(below(5_000_000)) : date + UInt64(below(20_000_000))
        let entries = (0..<1 + below(4)).map { _ in entry() }
        let after = below(8) == 0 ? date + UInt64(below(1000)) : 0
        return Committed(
            position: LogPosition(rawValue: number),
            moment: Moment(date: date, uptime: .seconds(Int64(number))),
            batch: LogBatch(number: number, after: after, entries: entries)
        )
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

    private mutating func one(of names: [String]) -> String { names[below(names.count)] }

    private mutating func some(of names: [String]) -> [String] {
        let chosen = names.filter { _ in Bool.random(using: &random) }
        return chosen.isEmpty ? [names[0]] : chosen
    }

    private mutating func entry() -> LogEntry {
        let keyset = one(of: Self.keysets)
        switch below(9) {
        case 0, 1:
            return message(Topic(keyset: keyset, name: one(of: Self.channels)))
        case 2:
            let topics = some(of: Self.channels).map { Topic(keyset: keyset, name: $0) }
            let state: JSON = .object(["k": .integer(Int64(below(3)))])
            let states = Dictionary(
                uniqueKeysWithValues: topics.filter { _ in below(2) == 0 }.map { (NameKey($0.name), state) }
            )
            return .update(
                PresenceUpdate(client: one(of: Self.clients), topics: topics, states: states, timeout: .seconds(300))
            )
        case 3:
            let topics = some(of: Self.channels).map { Topic(keyset: keyset, name: $0) }
            return .leave(client: one(of: Self.clients), topics: topics)
        case 4:
            let expired = some(of: Self.channels).flatMap { channel in
                Self.clients.map { PresentClient(topic: Topic(keyset: keyset, name: channel), client: $0) }
            }
            let silent = expired.filter { _ in below(2) == 0 }
            return .tick(
                LogTick(
                    expired: silent,
                    isInterval: below(4) == 0,
                    keysets: below(4) == 0 ? [keyset] : [],
                    announced: below(4)
                )
            )
        default:
            return request(keyset)
        }
    }

    private mutating func message(_ topic: Topic) -> LogEntry {
        let message = StoredMessage(
            timetoken: 0,
            payload: Array("\(below(1000))".utf8),
            publisher: below(2) == 0 ? nil : one(of: Self.clients),
            metadata: below(3) == 0 ? Array(#"{"m":1}"#.utf8) : nil,
            sequence: below(3) == 0 ? below(9) : nil,
            expiry: below(5) == 0 ? 36_000_000_000 : nil,
            isTransient: below(4) == 0,
            isSilent: below(6) == 0
        )
        return .message(message, topic)
    }

    private mutating func request(_ keyset: String) -> LogEntry {
        let registry = "/v1/channel-registration/sub-key/\(keyset)/channel-group/\(one(of: Self.groups))"
        let list = some(of: Self.channels).joined(separator: ",")
        let channel = one(of: Self.channels)
        let client = one(of: Self.clients)
        let objects = "/v2/objects/\(keyset)"
        let request =
            switch below(12) {
            case 0: OriginRequest(target: "\(registry)?add=\(list)")
            case 1: OriginRequest(target: "\(registry)?remove=\(list)")
            case 2: OriginRequest(target: "\(registry)/remove")
            case 3: OriginRequest(target: "/v1/push/sub-key/\(keyset)/devices/\(Self.token)?add=\(list)")
            case 4: OriginRequest(target: "/v1/push/sub-key/\(keyset)/devices/\(Self.token)?remove=\(list)")
            case 5:
                patch("\(objects)/uuids/\(client)", #"{"name":"n\#(below(3))","custom":{"x":\#(below(3)),"y":"z"}}"#)
            case 6: OriginRequest(method: "DELETE", target: "\(objects)/uuids/\(client)")
            case 7: patch("\(objects)/uuids/\(client)/channels", #"{"set":[{"channel":{"id":"\#(channel)"}}]}"#)
            case 8: action(keyset, channel, client)
            case 9:
                OriginRequest(
                    target: "/v2/auth/grant/sub-key/\(keyset)?channel=\(list)&r=1&w=\(below(2))&ttl=\(below(3))"
                )
            case 10:
                OriginRequest(
                    target:
                        "/v2/presence/sub-key/\(keyset)/channel/\(list)/uuid/\(client)/data?state=%7B%22s%22:\(below(3))%7D"
                )
            default: OriginRequest(method: "DELETE", target: "/v3/history/sub-key/\(keyset)/channel/\(channel)")
            }
        guard let call = request.call else { return .leave(client: client, topics: []) }
        return .request(call)
    }

    private func patch(_ target: String, _ body: String) -> OriginRequest {
        OriginRequest(method: "PATCH", target: target, body: Array(body.utf8))
    }

    private mutating func action(_ keyset: String, _ channel: String, _ client: String) -> OriginRequest {
        OriginRequest(
            method: "POST",
            target: "/v1/message-actions/\(keyset)/channel/\(channel)/message/5?uuid=\(client)",
            body: Array(#"{"type":"t","value":"\#(below(3))"}"#.utf8)
        )
    }
}

extension OriginState {
    /// A state with the access manager on, so that grants count.
    static func guarded(clock: any OriginClock = SystemOriginClock()) -> OriginState {
        OriginState(configuration: .guarded(clock: clock), recordsAll: true)
    }

    /// Everything that clients can see of the state, apart from the buffers, in one order.
    func digest(at date: UInt64) -> [String] {
        var lines = ["latest \(clock.latest)", "counts \(registeredChannels) \(objectStore.count) \(actions.count)"]
        lines.append("announcements \(announcements.count)")
        let device = PushDevice(keyset: "demo", service: .apns, token: RandomEntries.token)
        lines.append("push \(push.channels(of: device))")
        for keyset in RandomEntries.keysets {
            for group in RandomEntries.groups { lines.append("\(group) \(groups.channels(of: group, keyset: keyset))") }
            for channel in RandomEntries.channels {
                let topic = Topic(keyset: keyset, name: channel)
                let rights = access.allows(
                    .write,
                    on: AccessTarget(keyset: keyset, scope: .channel(channel)),
                    key: nil,
                    at: date
                )
                lines.append(
                    "\(channel) \(presence.occupants(of: topic)) \(actions.page(HistoryRange(), on: topic)) \(rights)"
                )
            }
            for client in RandomEntries.clients {
                let objects = objectStore[keyset]
                let record = objects.users[client].map { "\($0.content.name ?? "") \($0.updated) \($0.eTag)" }
                let memberships = objects.page(of: client, .user, ObjectQuery()).entries.map(\.record)
                lines.append("\(client) \(record ?? "none") \(memberships)")
            }
        }
        return lines
    }
}

extension OriginConfiguration {
    /// With the access manager on.
    static func guarded(clock: any OriginClock) -> OriginConfiguration {
        OriginConfiguration(publishKey: "demo", secretKey: SignedCall.secretKey, accessManager: true, clock: clock)
    }
}
