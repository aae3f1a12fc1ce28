import Testing

@testable import PubNub

/// Changes of the subscription run one after another (README "Subscribing and Unsubscribing"). Waiting changes are bounded, so
/// that an application that makes calls faster than they end cannot exhaust the memory.
@Suite("Waiting changes of the subscription")
struct WaitingChangesTests {
    private static let channel = PNChannel(name: "a")

    /// A client with a first request in flight.
    private func joining() -> ScriptedClient {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        scripted.client.subscribe(on: [PNChannel(name: "first")])
        scripted.forget()
        return scripted
    }

    @Test("10,000 changes wait; the next one fails with 148 for every receiver, and the waiting ones run in order")
    func boundOfChanges() {
        let scripted = joining()
        for _ in 0..<10_000 { scripted.client.subscribe(on: [PNChannel(name: "first")]) }
        #expect(scripted.reported == [])
        let codes = Notes<Int?>()
        scripted.client.subscribe(on: [Self.channel]) { state, _, error in
            if state == .notSubscribedState { codes.add(error?.code) }
        }
        scripted.client.unsubscribe(from: [Self.channel]) { codes.add($1?.code) }
        scripted.client.enablePresenceObservation(for: [Self.channel]) { codes.add($1?.code) }
        scripted.client.disablePresenceObservation(for: [Self.channel]) { codes.add($1?.code) }
        #expect(
            scripted.reported == [
                "subscriptionDidFail 148", "unsubscriptionDidFail 148", "presenceEnablingDidFail 148",
                "presenceDisablingDidFail 148",
            ]
        )
        #expect(codes.values == Array(repeating: kPNRequestQueueFullError, count: 4))
        // Changes without a request are done immediately, however many wait.
        scripted.join()
        #expect(scripted.reported == Array(repeating: "didSubscribe first", count: 10_001))
        scripted.client.subscribe(on: [Self.channel])
        scripted.join(200)
        #expect(scripted.reported.last == "didSubscribe a", "there is room again")
        #expect(scripted.client.subscribedChannels().map(\.name) == ["first", "a"])
    }

    @Test("Changes of 100,000 channels wait; the next one fails with 148, and one call may name more")
    func boundOfChannels() {
        let scripted = joining()
        scripted.client.subscribe(on: (0..<99_999).map { PNChannel(name: "\($0)") })
        scripted.client.subscribe(on: [Self.channel])
        #expect(scripted.reported == [])
        scripted.client.subscribe(on: [Self.channel])
        #expect(scripted.reported == ["subscriptionDidFail 148"])
    }

    @Test("Changes that wait for the connection have the same bound, and fail with it")
    func whileConnecting() {
        let scripted = ScriptedClient { $0.shouldRunCallsInParallel = true }
        scripted.client.connect()
        for _ in 0..<10_000 { scripted.client.unsubscribe(from: [Self.channel]) }
        scripted.forget()
        scripted.client.subscribe(on: [Self.channel])
        #expect(scripted.reported == ["subscriptionDidFail 148"])
        scripted.client.disconnect()
        let reported = scripted.reported
        #expect(reported.filter { $0 == "unsubscriptionDidFail 108" }.count == 10_000)
    }
}
