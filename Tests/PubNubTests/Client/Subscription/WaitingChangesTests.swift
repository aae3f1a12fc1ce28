import Testing

@testable import PubNub

/// Changes of the subscription are made one after another (README "Subscribing and Unsubscribing"). Those that wait have a
/// bound, so that an application which makes calls faster than they end cannot fill the memory.
@Suite("Changes of the subscription that wait")
struct WaitingChangesTests {
    private static let channel = PNChannel(name: "a")

    /// A client whose first request with a channel is not answered yet.
    private func joining() -> ScriptedClient {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: "first")])
        scripted.forget()
        return scripted
    }

    @Test("10,000 changes wait; the next one fails with 148 in every way, and those that wait are done in their order")
    func boundOfChanges() {
        let scripted = joining()
        for _ in 0..<10_000 { scripted.client.subscribe(on: [PNChannel(name: "first")]) }
        #expect(scripted.told == [])
        let codes = Notes<Int?>()
        scripted.client.subscribe(on: [Self.channel]) { state, _, error in
            if state == .notSubscribedState { codes.add(error?.code) }
        }
        scripted.client.unsubscribe(from: [Self.channel]) { codes.add($1?.code) }
        scripted.client.enablePresenceObservation(for: [Self.channel]) { codes.add($1?.code) }
        scripted.client.disablePresenceObservation(for: [Self.channel]) { codes.add($1?.code) }
        #expect(
            scripted.told == [
                "subscriptionDidFail 148", "unsubscriptionDidFail 148", "presenceEnablingDidFail 148",
                "presenceDisablingDidFail 148",
            ]
        )
        #expect(codes.values == Array(repeating: kPNRequestQueueFullError, count: 4))
        // Changes that need no request are done at once, however many wait.
        scripted.join()
        #expect(scripted.told == Array(repeating: "didSubscribe first", count: 10_001))
        scripted.client.subscribe(on: [Self.channel])
        scripted.join(200)
        #expect(scripted.told.last == "didSubscribe a", "there is room again")
        #expect(scripted.client.subscribedChannels().map(\.name) == ["first", "a"])
    }

    @Test("Changes of 100,000 channels wait; the next one fails with 148, and one call may name more")
    func boundOfChannels() {
        let scripted = joining()
        scripted.client.subscribe(on: (0..<99_999).map { PNChannel(name: "\($0)") })
        scripted.client.subscribe(on: [Self.channel])
        #expect(scripted.told == [])
        scripted.client.subscribe(on: [Self.channel])
        #expect(scripted.told == ["subscriptionDidFail 148"])
    }

    @Test("Changes that wait for the connection have the same bound, and fail with it")
    func whileConnecting() {
        let scripted = ScriptedClient()
        scripted.client.connect()
        for _ in 0..<10_000 { scripted.client.unsubscribe(from: [Self.channel]) }
        scripted.forget()
        scripted.client.subscribe(on: [Self.channel])
        #expect(scripted.told == ["subscriptionDidFail 148"])
        scripted.client.disconnect()
        let told = scripted.told
        #expect(told.filter { $0 == "unsubscriptionDidFail 108" }.count == 10_000)
    }
}
