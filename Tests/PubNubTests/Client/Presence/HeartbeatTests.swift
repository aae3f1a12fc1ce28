import PubNubMachines
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "presenceHeartbeatTimeout", "presenceHeartbeatInterval"; Documentation/WireProtocol.md, "Heartbeat".
@Suite struct HeartbeatTests {
    static let beat = "/v2/presence/sub-key/sub/channel/a/heartbeat?uuid=me"

    private func subscribed(timeout: Int32, interval: Int32? = nil) -> ScriptedClient {
        .subscribed("a") {
            $0.presenceHeartbeatTimeout = timeout
            if let interval { $0.presenceHeartbeatInterval = interval }
        }
    }

    private func left(_ scripted: ScriptedClient) -> Duration? { scripted.timers.running[.heartbeat] }

    /// The timeout is at most 300; 0 and negative values disable heartbeats. An interval of at least the timeout, or of at least
    /// 300, becomes the timeout minus 3; one of at most 2 becomes 2.
    @Test(
        arguments: [
            (60, nil, 57), (400, nil, 297), (4, nil, 2), (60, 30, 30), (60, 60, 57), (60, 1, 2), (300, 310, 297),
        ] as [(Int32, Int32?, Int)]
    )
    func theInterval(_ timeout: Int32, _ interval: Int32?, _ expected: Int) {
        let scripted = subscribed(timeout: timeout, interval: interval)
        #expect(left(scripted) == .seconds(expected))
        scripted.wait(.seconds(expected))
        #expect(scripted.requested == ["\(Self.beat)&heartbeat=\(min(timeout, 300))"])
    }

    @Test(arguments: [0, -5] as [Int32])
    func withoutATimeoutThereIsNone(_ timeout: Int32) {
        let scripted = subscribed(timeout: timeout, interval: 10)
        #expect(left(scripted) == nil)
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"], "the long poll says nothing of it")
    }

    /// The response is ignored: the next heartbeat follows in every case.
    @Test(arguments: [200, 403, 500])
    func ignoresTheResponse(_ status: Int) {
        let scripted = subscribed(timeout: 60)
        for _ in 0..<3 {
            scripted.wait(.seconds(57))
            #expect(scripted.requested == ["\(Self.beat)&heartbeat=60"])
            scripted.reply(Path.presence, status: status, #"{"status": \#(status), "service": "Presence"}"#)
        }
        #expect(scripted.reported == [])
    }

    @Test func oneThatIsLostIsFollowedByTheNext() {
        let scripted = subscribed(timeout: 60)
        scripted.wait(.seconds(57))
        scripted.fail(Path.presence, .reset)
        #expect(scripted.reported == [])
        #expect(left(scripted) == .seconds(57))
    }

    /// A server that accepts a heartbeat and never responds does not stop the next ones.
    @Test func sendsTheNextHeartbeatIfOneGetsNoResponse() {
        let scripted = subscribed(timeout: 60, interval: 20)
        scripted.wait(.seconds(20))
        #expect(scripted.requested == ["\(Self.beat)&heartbeat=60"])
        for _ in 0..<5 {
            scripted.wait(.seconds(10))
            #expect(scripted.requested == ["\(Self.beat)&heartbeat=60"])
            #expect(scripted.waiting.count { $0.contains("/heartbeat") } == 1, "the one before is given up")
        }
        scripted.reply(Path.presence, #"{"status": 200, "service": "Presence"}"#)
        #expect(left(scripted) == .seconds(20))
        #expect(scripted.reported == [])
    }

    /// A heartbeat that arrives after a leave would make the client present again until its timeout.
    @Test func aLeaveIsSentWhenTheHeartbeatBeforeItHasEnded() {
        let scripted = subscribed(timeout: 60)
        scripted.wait(.seconds(57))
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["a"]))
        scripted.settle()
        #expect(scripted.waiting == ["\(Self.beat)&heartbeat=60"])
        scripted.reply(Path.presence, #"{"status": 200, "service": "Presence"}"#)
        #expect(scripted.waiting == ["\(Path.leave("a"))?uuid=me"])
        scripted.reply(Path.leave("a"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        #expect(scripted.reported == ["didUnsubscribe a"])
    }

    @Test func aLeaveWaitsOneSecondForAHeartbeatAtMost() {
        let scripted = subscribed(timeout: 60)
        scripted.wait(.seconds(57))
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["a"]))
        scripted.wait(.seconds(1))
        #expect(scripted.waiting == ["\(Path.leave("a"))?uuid=me"])
    }

    /// Each subscribe, restore, unsubscribe, message or presence event restarts the timer.
    @Test func activityStartsTheIntervalAnew() {
        let scripted = subscribed(timeout: 60)
        scripted.wait(.seconds(50))
        scripted.reply(Path.subscribe, Page.of(200, [Page.message("1", on: "a", at: 200)]))
        #expect(left(scripted) == .seconds(57))
        scripted.wait(.seconds(50))
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.settle()
        scripted.join(300)
        #expect(left(scripted) == .seconds(57))
        #expect(!scripted.requested.contains { $0.contains("/heartbeat") })
    }

    /// Disconnecting, a loss and a suspension stop the timer; a subscription restarts it.
    @Test func itStopsWithTheConnection() {
        let ways: [(ScriptedClient) -> Void] = [
            { $0.client.disconnect() }, { $0.client.suspend() }, { $0.fail(Path.subscribe, .unreachable) },
        ]
        for stop in ways {
            let scripted = subscribed(timeout: 60)
            stop(scripted)
            scripted.settle()
            #expect(left(scripted) == nil)
        }
    }

    @Test func itStopsWithTheLastSubscription() {
        let scripted = subscribed(timeout: 60)
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["a"]))
        scripted.reply(Path.leave("a"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        #expect(left(scripted) == nil)
    }

    /// The path has no presence names; groups are in the query.
    @Test func groupsAndPresenceTargets() {
        let scripted = ScriptedClient.connected { $0.presenceHeartbeatTimeout = 60 }
        scripted.client.subscribe(on: [
            PNChannel(name: "a", observesPresence: true), PNChannelGroup(name: "blue", inNamespace: "team"),
        ])
        scripted.settle()
        scripted.join()
        scripted.forget()
        scripted.wait(.seconds(57))
        #expect(scripted.requested == ["\(Self.beat)&heartbeat=60&channel-group=team%3Ablue"])
    }
}
