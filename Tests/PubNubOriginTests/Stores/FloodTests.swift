import PubNubTestSupport
import PubNubWire
import TestRandom
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Floods: new channels of a client are refused, or replace the least recently used ones")
struct FloodTests {
    private static let million = 1_000_000
    private static let perRequest = 2000

    /// Sends distinct names in lists of 2,000, and counts the responses by their status. A call that is held counts as 200.
    private func flood(_ probe: OriginProbe, of count: Int, _ target: (String) -> String) -> [Int: Int] {
        var statuses: [Int: Int] = [:]
        for start in stride(from: 0, to: count, by: Self.perRequest) {
            let names = (start..<start + Self.perRequest).map { "c\($0)" }.joined(separator: ",")
            let exchange = probe.get(target(names))
            statuses[exchange.status ?? 200, default: 0] += 1
        }
        return statuses
    }

    @Test("Subscribing: bounds the clients in channels and the buffers of their presence events")
    func subscribe() {
        let probe = OriginProbe()
        let statuses = flood(probe, of: 300_000) { "/v2/subscribe/demo/\($0)/0?tt=0&uuid=u" }
        #expect(statuses == [200: 100, 429: 50])
        let (occupants, buffers) = probe.core.withState { ($0.presence.count, $0.buffers.count) }
        let held = probe.core.heldCount
        #expect(occupants == 200_000)
        #expect(buffers == 20_000)
        #expect(held == 0)
        // Present clients stay, and other clients may join when there is room.
        #expect(probe.get("/v2/subscribe/demo/c0/0?tt=0&uuid=u").status == 200)
        #expect(probe.get("/v2/subscribe/demo/new/0?tt=0&uuid=v").status == 429)
        #expect(probe.get("/v2/presence/sub-key/demo/channel/new/heartbeat?uuid=v").status == 429)
        #expect(probe.get("/v2/presence/sub-key/demo/channel/new/uuid/v/data?state=%7B%7D").status == 429)
        #expect(probe.get("/v2/subscribe/demo/new/0?tt=0").status == 200, "without an identifier nobody comes")
        #expect(probe.get("/v2/presence/sub-key/demo/channel/c0/leave?uuid=u").status == 200)
        #expect(probe.get("/v2/subscribe/demo/new/0?tt=0&uuid=v").status == 200)
    }

    @Test("Waiting: holds a million names, and not one more")
    func waiting() {
        let probe = OriginProbe()
        let statuses = flood(probe, of: Self.million) { "/v2/subscribe/demo/\($0)/0?tt=1" }
        #expect(statuses == [200: 500])
        #expect(probe.core.withLocal { $0.held.names } == Self.million)
        let refused = probe.get("/v2/subscribe/demo/one/0?tt=1")
        #expect(refused.status == 429)
        #expect(refused.body?.contains("Too Many Waiting Calls") == true)
        probe.advance(by: .seconds(280))
        #expect(probe.core.withLocal { $0.held.names } == 0)
        #expect(probe.get("/v2/subscribe/demo/one/0?tt=1").status == nil, "there is room again")
    }

    @Test("Channel groups and devices share one bound")
    func registry() {
        let probe = OriginProbe()
        var group = 0
        let groups = flood(probe, of: 300_000) { names in
            group += 1
            return "/v1/channel-registration/sub-key/demo/channel-group/g\(group)?add=\(names)"
        }
        #expect(groups == [200: 100, 400: 50])
        let token = String(repeating: "0a", count: 32)
        #expect(flood(probe, of: 20_000) { "/v1/push/sub-key/demo/devices/\(token)?add=\($0)" } == [400: 10])
        #expect(probe.core.withState { $0.registeredChannels } == 200_000)
        #expect(probe.get("/v1/channel-registration/sub-key/demo/channel-group/g1/remove").status == 200)
        #expect(probe.get("/v1/push/sub-key/demo/devices/\(token)?add=a").status == 200)
    }

    @Test("Publishing: stores the newest channels in the catch-up buffers and in history")
    func publish() {
        var limits = OriginLimits()
        limits.storedBytes = 1024 * 1024
        let probe = OriginProbe(limits: limits)
        let last = 60_000 - 1
        for number in 0...last {
            probe.core.submit(OriginRequest(target: "/publish/demo/demo/0/c\(number)/0/1")) { _ in }
        }
        let (buffers, latest) = probe.core.withState { ($0.buffers.count, $0.buffers.latest) }
        #expect(buffers == 20_000)
        #expect(latest == 14_186_550_000_000_000 + UInt64(last))
        #expect(probe.get("/v2/history/sub-key/demo/channel/c\(last)").body?.hasPrefix("[[1],") == true)
        #expect(probe.get("/v2/history/sub-key/demo/channel/c0").body == "[[],0,0]")
        #expect(probe.get("/v2/subscribe/demo/c\(last)/0?tt=1").body?.contains("\"d\":1") == true)
        #expect(probe.get("/v2/subscribe/demo/c0/0?tt=1").status == nil, "what was pushed out is gone")
    }
}

@Suite("Floods at small limits: the effect of each bound")
struct BoundTests {
    private func probe(_ change: (inout OriginLimits) -> Void) -> OriginProbe {
        var limits = OriginLimits()
        change(&limits)
        return OriginProbe(limits: limits)
    }

    @Test("Bounds catch-up buffers in bytes, names with many dots included")
    func bufferedBytes() {
        let probe = probe { $0.bufferedBytes = 100_000 }
        let message = "\"" + String(repeating: "x", count: 20_000) + "\""
        for number in 0..<20 { probe.publish(message, to: "c\(number)") }
        #expect(probe.core.withState { $0.buffers.count } == 4)
        for _ in 0..<20 { probe.publish(message, to: "c") }
        #expect(probe.core.withState { $0.buffers.count } == 1, "the one in use stays, with its 100 messages at most")
        let dots = String(repeating: "a.", count: 40)
        for number in 0..<50 { probe.publish("1", to: "\(dots)\(number)") }
        #expect(probe.core.withState { $0.buffers.count } < 12)
        #expect(probe.core.withState { $0.buffers.usedBytes } <= 100_000)
    }

    @Test("The bytes of buffers and history return to zero once all messages are removed")
    func accounts() {
        var buffers = ChannelBuffers(messagesPerChannel: 3, channels: 2, bytes: 1_000_000)
        for number in 0..<1000 as Range<UInt64> {
            let topic = Topic(keyset: "demo", name: "a.\(number % 7)")
            let payload = Array(repeating: UInt8(ascii: "1"), count: Int(number % 50) + 1)
            buffers.append(
                EnvelopeWriter(topic: topic, region: 1).write(StoredMessage(timetoken: number + 1, payload: payload))
            )
            #expect(buffers.usedBytes > 0 && buffers.usedBytes < 8000)
        }
        var history = HistoryStore(messagesPerChannel: 3, bytes: 5000)
        for number in 0..<1000 as Range<UInt64> {
            history.append(
                StoredMessage(timetoken: number + 1, payload: [0x31]),
                to: Topic(keyset: "d", name: "\(number % 7)")
            )
            #expect(history.usedBytes <= 5000)
        }
        for number in 0..<7 { history.remove(HistoryRange(), of: Topic(keyset: "d", name: "\(number)")) }
        #expect(history.usedBytes == 0)
        #expect(history.channelCount == 0)
    }

    @Test("Bounds states in bytes; a smaller one may always replace a larger one")
    func states() {
        let probe = probe { $0.stateBytes = 100 }
        func set(_ channel: String, _ count: Int) -> OriginProbe.Exchange {
            let state = PercentEncoding.escape(#"{"k":"\#(String(repeating: "x", count: count - 8))"}"#)
            return probe.get("/v2/presence/sub-key/demo/channel/\(channel)/uuid/u/data?state=\(state)")
        }
        #expect(set("a", 60).status == 200)
        #expect(set("b", 40).status == 200)
        let refused = set("b", 41)
        #expect(refused.status == 429)
        #expect(refused.body == #"{"status":429,"service":"Presence","error":true,"message":"Too Much State"}"#)
        #expect(set("a", 50).status == 200)
        #expect(set("b", 50).status == 200)
        #expect(probe.core.withState { $0.presence.stateBytes } == 100)
        let target = "/v2/subscribe/demo/c/0?tt=0&uuid=u&state=" + PercentEncoding.escape(#"{"c":{"k":1}}"#)
        #expect(probe.get(target).status == 429)
        probe.get("/v2/presence/sub-key/demo/channel/a,b/leave?uuid=u")
        #expect(probe.core.withState { $0.presence.stateBytes + $0.presence.count } == 0)
        #expect(probe.get(target).status == 200)
    }

    @Test("Clients in channels: those that time out make room")
    func occupants() {
        let probe = probe { $0.occupants = 3 }
        #expect(probe.get("/v2/presence/sub-key/demo/channel/a,b/heartbeat?uuid=u").status == 200)
        let refused = probe.get("/v2/presence/sub-key/demo/channel/a,b/heartbeat?uuid=v&callback=x")
        #expect(refused.status == 429)
        #expect(refused.body == #"x({"status":429,"service":"Presence","error":true,"message":"Too Many Occupants"})"#)
        #expect(probe.get("/v2/presence/sub-key/demo/channel/a,b,c/heartbeat?uuid=u").status == 200)
        probe.advance(by: .seconds(301))
        #expect(probe.core.withState { $0.presence.count } == 0)
        #expect(probe.get("/v2/presence/sub-key/demo/channel/a,b/heartbeat?uuid=v").status == 200)
    }

    @Test("Bounds the remembered events of crowded channels by channels and names, or remembers none")
    func crowds() {
        let topic = Topic(keyset: "demo", name: "a")
        var store = PresenceStore(announceMaximum: 0, crowdedChannels: 1)
        for number in 0..<1001 { #expect(store.touch("u\(number)", in: topic, until: .seconds(1)) == nil) }
        #expect(store.touch("u", in: Topic(keyset: "demo", name: "b"), until: .seconds(1)) == nil)
        let changes = store.intervalPassed()
        let action = PresenceChange.Action.interval(joined: [], left: [], timedOut: [], isIncomplete: true)
        #expect(changes == [PresenceChange(topic: topic, action: action, occupancy: 1001)])
        let text = String(decoding: PresenceWriter.payload(of: changes[0], seconds: 7), as: UTF8.self)
        #expect(text == #"{"action":"interval","timestamp":7,"occupancy":1001,"here_now_refresh":true}"#)
        var silent = PresenceStore(announceMaximum: 0, crowdedChannels: 0)
        #expect(silent.touch("u", in: topic, until: .seconds(1)) == nil)
        #expect(silent.intervalPassed() == [])
    }

    @Test(
        "Bounds the length of keys, identifiers, tokens and topics",
        arguments: [
            ("/v2/subscribe/\(long)/a/0?tt=0", 400), ("/publish/demo/\(long)/0/a/0/1", 400),
            ("/v2/presence/sub-key/demo/channel/a/uuid/\(long)/data?state=%7B%7D", 400),
            ("/v2/presence/sub-key/demo/uuid/\(long)", 400),
            ("/v1/push/sub-key/demo/devices/\(String(repeating: "t", count: 4097))?type=gcm&add=a", 400),
            ("/v1/push/sub-key/demo/devices/\(String(repeating: "t", count: 4096))?type=gcm&add=a", 200),
            ("/v2/push/sub-key/demo/devices-apns2/\(token)?topic=\(String(repeating: "t", count: 257))&add=a", 400),
            ("/v2/push/sub-key/demo/devices-apns2/\(token)?topic=\(String(repeating: "t", count: 256))&add=a", 200),
        ]
    )
    func lengths(target: String, status: Int) {
        #expect(OriginProbe().get(target).status == status)
    }

    private static let long = String(repeating: "k", count: 93)
    private static let token = String(repeating: "0a", count: 32)

    @Test("Random calls: every account agrees with the stored data", arguments: 1...4)
    func agrees(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let probe = probe { limits in
            limits.occupants = 12
            limits.waitingNames = 10
            limits.stateBytes = 60
        }
        var held: [OriginProbe.Exchange] = []
        for _ in 0..<500 {
            let names = ["a", "b", "c", "d"].filter { _ in Bool.random(using: &random) }.joined(separator: ",")
            let user = ["u", "v", "w", "x"][Int.random(in: 0..<4, using: &random)]
            let list = names.isEmpty ? "a" : names
            let state = PercentEncoding.escape(#"{"k":\#(UInt64.random(in: 0...99_999, using: &random))}"#)
            switch Int.random(in: 0..<6, using: &random) {
            case 0: held.append(probe.get("/v2/subscribe/demo/\(list)/0?tt=99999999999999999&uuid=\(user)"))
            case 1: probe.get("/v2/presence/sub-key/demo/channel/\(list)/leave?uuid=\(user)")
            case 2: probe.get("/v2/presence/sub-key/demo/channel/\(list)/uuid/\(user)/data?state=\(state)")
            case 3: probe.get("/v2/presence/sub-key/demo/channel/\(list)/heartbeat?uuid=\(user)")
            case 4: if let exchange = held.popLast() { probe.abandon(exchange) }
            default: probe.advance(by: .seconds(40))
            }
            let (waiting, namesHeld) = probe.core.withLocal { local in
                (local.held.waiting(of: "demo").reduce(0) { $0 + $1.terms.subscriptions.count }, local.held.names)
            }
            let (occupants, states, count, bytes) = probe.core.withState { state in
                let stays = state.presence.channels(keyset: "demo").flatMap {
                    state.presence.occupants(of: Topic(keyset: "demo", name: $0))
                }
                return (
                    stays.count, stays.reduce(0) { $0 + ($1.state?.text.utf8.count ?? 0) }, state.presence.count,
                    state.presence.stateBytes
                )
            }
            #expect(occupants == count && count <= 12)
            #expect(states == bytes && bytes <= 60)
            #expect(waiting == namesHeld && namesHeld <= 10)
        }
    }
}
