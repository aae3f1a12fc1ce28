import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub

/// What a client does when its machine's network changes or the machine was asleep: wire reference 7.4 ("connect
/// automatically once reachable"), 7.6 and 7.8.
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

    @Test func aWaitingTryIsMadeAtOnceAndThePausesGoOnGrowing() throws {
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
        #expect(scripted.told == ["willConnect", "didConnect", "willRestore a"])
    }

    /// After a success the row of pauses begins anew.
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

    @Test func aChangeIsCheckedWhileEverythingGoesOn() {
        let scripted = client()
        scripted.client.requestServerTimeToken()
        scripted.forget()
        tell(scripted) { $0.isChanged = true }
        #expect(scripted.requested == ["/time/0?uuid=me"])
        #expect(scripted.transport.requests.last?.needsNewConnection == true)
        #expect(scripted.client.isConnected())
        #expect(scripted.waiting.count == 3, "the long poll, the call and the check")
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.told == ["didReceiveTimeToken 15000000000000000"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.told == [])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"], "from where it was")
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
        #expect(scripted.timers.running[.probe] == nil)
    }

    @Test func aCheckThatFailsIsTheDocumentedLoss() {
        let scripted = client()
        tell(scripted) { $0.isChanged = true }
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.told == ["willDisconnect 103", "didDisconnectWithError 103"])
        #expect(scripted.timers.running[.reconnect] != nil)
    }

    /// A long poll whose peer is gone without a word: nobody waits for the 310 s of its limit.
    @Test func aCheckWithoutAnAnswerIsALossAfterTenSeconds() {
        let scripted = client()
        tell(scripted) { $0.isChanged = true }
        scripted.wait(.milliseconds(9900))
        #expect(scripted.told == [])
        scripted.wait(.milliseconds(100))
        #expect(scripted.told == ["willDisconnect 103", "didDisconnectWithError 103"])
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

    @Test func newAddressesAloneDisturbNobody() {
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

    /// README, shouldAutoReconnectClient: who may not reconnect hears nothing.
    @Test func aClientThatIsNotToTryDoesNot() {
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
        let first = ScriptedClient(.scripted(), network: watch)
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
