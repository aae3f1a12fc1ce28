import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Changes of the machine's network, and sleep of the machine (Documentation/WireProtocol.md, "Connecting", "Losing the
/// network" and "Suspension and identifier").
@Suite struct NetworkTests {
    private let network = ManualNetwork()
    private let watch: NetworkWatch

    init() {
        watch = NetworkWatch(network)
    }

    private func client(_ origin: String = "origin.test") -> ScriptedClient {
        let scripted = ScriptedClient(.scripted(origin: origin), network: watch)
        scripted.connect()
        scripted.subscribe(["a"])
        return scripted
    }

    private func tell(_ scripted: ScriptedClient, _ change: (inout NetworkNotice) -> Void) {
        network.tell(change)
        scripted.settle()
    }

    @Test func aChangeStartsAWaitingAttemptAndPausesContinueToGrow() throws {
        let scripted = client()
        scripted.fail(Path.subscribe, .unreachable)
        for _ in 0..<4 {
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
            scripted.fail(Path.time, .unreachable)
        }
        scripted.forget()
        tell(scripted) { $0.isAvailable = true }
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(scripted.timers.running[.reconnect] == nil)
        scripted.fail(Path.time, .unreachable)
        let left = try #require(scripted.timers.running[.reconnect])
        #expect(left >= .seconds(16) * 0.75, "the next pause is the next one of the row")
        tell(scripted) { $0.isAvailable = true }
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
    }

    /// After a success the pauses start again with the shortest.
    @Test func aSuccessForgetsTheTries() throws {
        let scripted = client()
        scripted.fail(Path.subscribe, .unreachable)
        for _ in 0..<6 {
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
            scripted.fail(Path.time, .unreachable)
        }
        scripted.wait(try #require(scripted.timers.running[.reconnect]))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join()
        scripted.fail(Path.subscribe, .unreachable)
        let left = try #require(scripted.timers.running[.reconnect])
        #expect(left <= .milliseconds(125))
    }

    @Test func aChangeIsCheckedWhileRequestsContinue() {
        let scripted = client()
        scripted.client.requestServerTimeToken()
        scripted.forget()
        tell(scripted) { $0.isChanged = true }
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(scripted.transport.requests.last?.needsNewConnection == true)
        #expect(scripted.client.isConnected())
        #expect(scripted.waiting.count == 3, "the long poll, the call and the check")
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didReceiveTimeToken 15000000000000000"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == [])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"], "from where it was")
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.timers.running[.probe] == nil)
    }

    @Test func aCheckThatFailsIsTheDocumentedLoss() {
        let scripted = client()
        tell(scripted) { $0.isChanged = true }
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.reported == ["willDisconnect 103", "didDisconnectWithError 103"])
        #expect(scripted.timers.running[.reconnect] != nil)
    }

    /// A long poll whose peer is dead: the client does not wait for its time limit of 310 s.
    @Test func aCheckWithoutAResponseIsALossAfterTenSeconds() {
        let scripted = client()
        tell(scripted) { $0.isChanged = true }
        scripted.wait(.milliseconds(9900))
        #expect(scripted.reported == [])
        scripted.wait(.milliseconds(100))
        #expect(scripted.reported == ["willDisconnect 103", "didDisconnectWithError 103"])
        #expect(scripted.waiting == [])
    }

    @Test func aSecondChangeIsCheckedAfterTheFirst() {
        let scripted = client()
        tell(scripted) { $0.isChanged = true }
        tell(scripted) { $0.isChanged = true }
        tell(scripted) { $0.isChanged = true }
        scripted.forget()
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested == ["/time/0?uuid=me"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    @Test func newAddressesDoNotInterruptRequests() {
        let scripted = client()
        tell(scripted) { $0.isAvailable = true }
        #expect(scripted.requested == [])
    }

    @Test func nothingOfThatMattersToAnOriginOnThisMachine() {
        for origin in ["127.0.0.1:8080", "localhost", "localhost:80", "[::1]:8080"] {
            let scripted = client(origin)
            tell(scripted) { ($0.isChanged, $0.isAvailable) = (true, true) }
            #expect(scripted.requested == [], "\(origin)")
            tell(scripted) { $0.wasAway = true }
            #expect(scripted.requested == ["/time/0?uuid=me"], "\(origin)")
        }
    }

    /// README, shouldAutoReconnectClient: a client that may not reconnect ignores changes of the network.
    @Test func aClientThatMayNotReconnectDoesNot() {
        let scripted = ScriptedClient(.scripted(), network: watch) { $0.shouldAutoReconnectClient = false }
        scripted.connect()
        scripted.fail(Path.time, .unreachable)
        scripted.client.disconnect()
        scripted.settle()
        scripted.forget()
        tell(scripted) { $0.isAvailable = true }
        #expect(scripted.requested == [])
    }

    @Test func afterSleepTimersAreSetAnewAndTheConnectionIsChecked() {
        let scripted = client()
        tell(scripted) { ($0.wasAway, $0.hasSlept) = (true, true) }
        #expect(scripted.timers.rearmed == 1)
        #expect(scripted.requested == ["/time/0?uuid=me"])
        scripted.fail(Path.time, .unreachable)
        scripted.forget()
        tell(scripted) { $0.wasAway = true }
        #expect(scripted.timers.rearmed == 1, "a stopped process has timers that run")
        #expect(scripted.requested == ["/time/0?uuid=me"], "a waiting try is made at once")
    }

    @Test func theKernelIsListenedToOnlyWhileAClientWantsToBeConnected() {
        #expect(!network.isWatched)
        let first = ScriptedClient(.scripted(), network: watch) { $0.shouldRunCallsInParallel = true }
        #expect(!network.isWatched)
        first.client.connect()
        first.settle()
        #expect(network.isWatched)
        var second: ScriptedClient? = client()
        first.client.disconnect()
        first.settle()
        #expect(network.isWatched)
        second?.client.suspend()
        second?.settle()
        #expect(!network.isWatched, "what is suspended wants nothing")
        second?.client.resume()
        second?.settle()
        #expect(network.isWatched)
        second = nil
        #expect(!network.isWatched)
    }
}
