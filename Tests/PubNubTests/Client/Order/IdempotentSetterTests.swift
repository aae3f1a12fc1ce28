import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("Setting what is set already changes nothing")
struct IdempotentSetterTests {
    @Test("The identifier in use: no leave, no first request, no event", arguments: [false, true], [false, true])
    func identifier(inParallel: Bool, catchUp: Bool) {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldRunCallsInParallel = inParallel }
        scripted.client.setClientIdentifier("me", shouldCatchup: catchUp)
        #expect(scripted.requested.isEmpty)
        #expect(scripted.reported.isEmpty)
        #expect(scripted.waiting.count == 1, "the long poll")
    }

    @Test("The identifier that is being set", arguments: [false, true])
    func identifierBeingSet(inParallel: Bool) {
        let scripted = ScriptedClient.subscribed("a") { $0.shouldRunCallsInParallel = inParallel }
        for _ in 1...3 { scripted.client.setClientIdentifier("other") }
        #expect(scripted.requested.map { $0.hasPrefix(Path.leave("a")) } == [true])
        scripted.reply(Path.leave("a"), GoodAnswer.leave)
        scripted.join()
        #expect(scripted.reported == ["didUnsubscribe a", "didSubscribe a"])
        #expect(scripted.client.clientIdentifier() == "other")
        #expect(scripted.waiting.count == 1, "the long poll")
    }

    @Test("An equal configuration, also while another call is under way")
    func configuration() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.requestServerTimeToken()
        scripted.client.setConfiguration(scripted.client.configuration())
        scripted.client.setup(with: scripted.client.configuration(), andDelegate: scripted.delegate)
        scripted.client.requestServerTimeToken()
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested.map { $0.hasPrefix(Path.time) } == [true, true])
        #expect(scripted.reported == ["didReceiveTimeToken 15000000000000000"])
    }

    @Test("Presence that is observed, and channels that are subscribed, need no request")
    func subscriptions() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.subscribe(on: [PNChannel(name: "a")])
        scripted.client.disablePresenceObservation(for: [PNChannel(name: "a")])
        scripted.client.unsubscribe(from: [PNChannel(name: "b")])
        #expect(scripted.requested.isEmpty)
        #expect(scripted.reported.count == 3)
    }
}
