import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Presence": observation of join, leave and timeout events.
@Suite struct PresenceObservationTests {
    private let objects: [any PNChannelProtocol] = [PNChannel(name: "a"), PNChannelGroup(name: "g")]

    @Test func enablingAndDisabling() {
        let scripted = ScriptedClient.subscribed("a")
        let outcomes = Notes<String>()
        scripted.client.enablePresenceObservation(
            for: objects,
            withCompletionHandling: { outcomes.add("on \($0?.map(\.name) ?? []) \($1?.code ?? 0)") }
        )
        scripted.settle()
        scripted.join(500)
        #expect(
            scripted.requested == [
                "/v2/subscribe/sub/a,a-pnpres/0?tt=0&uuid=me&channel-group=g-pnpres",
                "/v2/subscribe/sub/a,a-pnpres/0?tt=100&tr=1&uuid=me&channel-group=g-pnpres",
            ]
        )
        #expect(scripted.reported == ["didEnablePresence a,g"])
        #expect(objects.map { scripted.client.isPresenceObservationEnabled(for: $0) } == [true, true])

        scripted.client.disablePresenceObservation(
            for: objects,
            withCompletionHandling: { outcomes.add("off \($0?.map(\.name) ?? []) \($1?.code ?? 0)") }
        )
        scripted.settle()
        scripted.join(600)
        #expect(scripted.requested.first == "/v2/subscribe/sub/a/0?tt=0&uuid=me")
        #expect(scripted.reported == ["didDisablePresence a,g"])
        #expect(outcomes.values == [#"on ["a", "g"] 0"#, #"off ["a", "g"] 0"#])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"], "messages are not touched")
    }

    @Test func observationNeedsNoSubscription() {
        let scripted = ScriptedClient.connected()
        scripted.client.enablePresenceObservation(for: PNChannel.channels(withNames: ["a"]) as [any PNChannelProtocol])
        scripted.join()
        #expect(scripted.requested.first == "/v2/subscribe/sub/a-pnpres/0?tt=0&uuid=me")
        #expect(scripted.client.subscribedChannels().isEmpty)
    }

    @Test func enabledPresenceSucceedsImmediately() {
        let scripted = ScriptedClient.subscribed("a-pnpres")
        scripted.client.enablePresenceObservation(for: [PNChannel(name: "a")])
        #expect(scripted.requested == [])
        #expect(scripted.reported == ["didEnablePresence a"])
    }

    @Test(arguments: [true, false])
    func reportsARefusal(isEnabling: Bool) {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: "a", observesPresence: !isEnabling)])
        scripted.join()
        scripted.forget()
        let codes = Notes<Int?>()
        let channel: any PNChannelProtocol = PNChannel(name: "a")
        if isEnabling {
            scripted.client.enablePresenceObservation(for: [channel], withCompletionHandling: { codes.add($1?.code) })
        } else {
            scripted.client.disablePresenceObservation(for: [channel], withCompletionHandling: { codes.add($1?.code) })
        }
        scripted.settle()
        scripted.reply(Path.subscribe, status: 400, #"{"message":"Invalid Key","error":true,"status":400}"#)
        #expect(scripted.reported == [isEnabling ? "presenceEnablingDidFail 113" : "presenceDisablingDidFail 113"])
        #expect(codes.values == [113])
        #expect(scripted.client.isPresenceObservationEnabled(for: channel) == !isEnabling, "as it was before")
    }
}
