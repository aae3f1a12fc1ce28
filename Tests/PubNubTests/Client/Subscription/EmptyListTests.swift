import PubNubTestSupport
import Testing

@testable import PubNub

/// An app that logs out unsubscribes from all subscribed objects, and logs out in the closure. In 3.7.8 the call succeeded
/// without subscriptions as well.
@Suite("Unsubscribing from an empty list, and disabling presence for one, succeeds")
struct EmptyListTests {
    @Test("Delegate, observers, closure and notification receive the empty list", arguments: [false, true])
    func fourWays(inParallel: Bool) {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = inParallel }
        let ways = FourWays(scripted.client)
        scripted.client.unsubscribe(from: scripted.client.subscribedObjectsList()) { ways.closure($0, $1) }
        scripted.settle()
        let unsubscribed = ["didUnsubscribeFrom", " nil", "closure  nil", "UnsubscriptionDidComplete"]
        #expect(ways.all == unsubscribed)
        scripted.client.disablePresenceObservation(for: []) { ways.closure($0, $1) }
        scripted.settle()
        let disabled = ["didDisablePresenceObservationOn", " nil", "closure  nil", "PresenceDisablingDidComplete"]
        #expect(ways.all == unsubscribed + disabled)
        #expect(scripted.requested == [])
    }

    @Test("The calls end in their turn, and the next call begins")
    func inTurn() {
        let scripted = ScriptedClient.connected()
        let said = Notes<String>()
        scripted.client.requestServerTimeToken { _, _ in said.add("time") }
        scripted.client.unsubscribe(from: []) { said.add("unsubscribed \($0?.count ?? -1) \($1?.code ?? 0)") }
        scripted.client.disablePresenceObservation(for: []) { said.add("off \($0?.count ?? -1) \($1?.code ?? 0)") }
        scripted.client.sendMessage("goodbye", to: PNChannel(name: "a"))
        scripted.settle()
        #expect(said.values == [])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(said.values == ["time", "unsubscribed 0 0", "off 0 0"])
        #expect(scripted.published == [Published("\"goodbye\"")])
    }

    @Test("Subscriptions stay, with a connection and after a loss")
    func otherSubscriptions() {
        let scripted = ScriptedClient.subscribed("a")
        for isLost in [false, true] {
            if isLost { scripted.fail(Path.subscribe, .unreachable) }
            scripted.forget()
            let codes = Notes<Int>()
            scripted.client.unsubscribe(from: []) { codes.add($1?.code ?? 0) }
            scripted.client.disablePresenceObservation(for: []) { codes.add($1?.code ?? 0) }
            scripted.settle()
            #expect(codes.values == [0, 0])
            #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
            #expect(scripted.requested == [])
        }
    }

    @Test("The calls of a client that never connected, or was disconnected, fail with 108")
    func notConnected() {
        let scripted = ScriptedClient()
        let codes = Notes<Int>()
        for _ in 1...2 {
            scripted.client.unsubscribe(from: []) { codes.add($1?.code ?? 0) }
            scripted.client.disablePresenceObservation(for: []) { codes.add($1?.code ?? 0) }
            scripted.settle()
            scripted.connect()
            scripted.client.disconnect()
            scripted.settle()
        }
        #expect(codes.values == [108, 108, 108, 108])
    }
}
