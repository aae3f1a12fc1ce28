import Dispatch
import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// A process may have any number of independent clients, and a client lives as long as the application retains it.
@Suite struct SeveralClientsTests {
    @Test func clientsOnOneTransportAreIndependent() {
        let transport = ScriptedTransport()
        let first = ScriptedClient(.scripted(), transport: transport)
        let second = ScriptedClient(.scripted(), transport: transport)
        second.client.setClientIdentifier("you")
        first.connect()
        second.connect()
        first.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        first.join()
        second.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        second.reply("/v2/subscribe/sub/b", Page.empty(100))
        #expect(Set(transport.requests.map(\.id)).count == transport.requests.count)
        #expect(first.reported == ["willConnect", "didConnect", "didSubscribe a"])
        #expect(second.reported == ["willConnect", "didConnect", "didSubscribe b"])

        second.reply("/v2/subscribe/sub/b", Page.of(200, [Page.message("1", on: "b")]))
        first.settle()
        #expect(second.delegate.messages.count == 1)
        #expect(first.delegate.messages.count == 0)

        first.client.disconnect()
        first.settle()
        #expect(second.client.isConnected())
        #expect(second.client.subscribedChannels().map(\.name) == ["b"])
        #expect(second.waiting == ["/v2/subscribe/sub/b/0?tt=200&tr=1&uuid=you"])
    }

    @Test func theOneLosingItsConnectionDoesNotDisturbTheOther() {
        let transport = ScriptedTransport()
        let first = ScriptedClient(.scripted(), transport: transport)
        let second = ScriptedClient(.scripted(), transport: transport)
        first.connect()
        second.connect()
        second.forget()
        first.client.requestServerTimeToken()
        first.fail(Path.time, .unreachable)
        #expect(!first.client.isConnected())
        #expect(second.client.isConnected())
        #expect(second.reported == [])
    }

    /// Observers and notifications belong to one client.
    @Test func observersHearOneClientOnly() {
        let first = ScriptedClient()
        let second = ScriptedClient()
        let heard = Notes<String?>()
        let posted = NotificationNotes(of: first.client)
        first.client.observationCenter.addClientConnectionStateObserver("test") { origin, _, _ in heard.add(origin) }
        second.connect()
        #expect(heard.values == [])
        #expect(posted.words == [])
        first.connect()
        #expect(heard.values == ["origin.test"])
        #expect(posted.words == ["WillConnectToOrigin", "DidConnectToOrigin"])
    }

    /// Releasing a client ends its requests and timers, and leaves no state behind.
    @Test(arguments: [false, true])
    func releasingAClientEndsItsWork(isConnected: Bool) {
        let transport = ScriptedTransport()
        let timers = ManualTimers()
        let queue = DispatchQueue(label: "test.callbacks")
        weak var releasedClient: PubNub?
        weak var releasedEngine: ClientEngine?
        do {
            let configuration = PNConfiguration.scripted()
            configuration.callbackQueue = queue
            configuration.shouldRunCallsInParallel = true
            let client = PubNub(configuration: configuration, transport: transport, timers: timers, seed: 1)
            releasedClient = client
            releasedEngine = client.engine
            client.connect(successBlock: { _ in }, errorBlock: { _ in })
            if isConnected {
                transport.reply(Path.time, "[15000000000000000]")
                client.subscribe(on: PNChannel.channels(withNames: ["a"]))
                transport.reply(Path.subscribe, Page.empty(100))
            }
            call(client)
            #expect(transport.waiting.count == (isConnected ? 6 : 1))
        }
        queue.sync {}
        #expect(releasedClient == nil)
        #expect(releasedEngine == nil)
        #expect(transport.waiting.isEmpty)
        #expect(timers.running.isEmpty)
    }

    private func call(_ client: PubNub) {
        let channel = PNChannel(name: "a")
        client.requestServerTimeToken { _, _ in }
        client.requestHistory(for: channel, from: nil) { _, _, _, _, _ in }
        client.requestFullHistory(for: channel, withCompletionBlock: { _, _, _, _, _ in })
        client.requestParticipantsList(for: [channel], withCompletionBlock: { _, _, _ in })
        client.sendMessage("1", to: channel) { _, _ in }
        client.sendMessage("2", to: channel) { _, _ in }
        client.unsubscribe(from: PNChannel.channels(withNames: ["a"]), withCompletionHandling: { _, _ in })
        client.enablePresenceObservation(for: [channel], withCompletionHandling: { _, _ in })
    }

    /// Events that were queued before the release still reach the application: the client lives until then.
    @Test func queuedEventsStillArrive() {
        let queue = DispatchQueue(label: "test.callbacks")
        let codes = Notes<Int?>()
        do {
            let configuration = PNConfiguration.scripted()
            configuration.callbackQueue = queue
            let client = PubNub(
                configuration: configuration,
                transport: ScriptedTransport(),
                timers: ManualTimers(),
                seed: 1
            )
            client.requestServerTimeToken { _, error in codes.add(error?.code) }
        }
        queue.sync {}
        #expect(codes.values == [108])
    }
}
