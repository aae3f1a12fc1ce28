import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Calls without a connection fail with 108 if the network is available and with 107 if not; calls made while connecting wait
/// until the client is connected (Documentation/WireProtocol.md, "Connecting").
@Suite struct CallGateTests {
    struct Operation: Sendable, CustomTestStringConvertible {
        let failure: String
        let request: String
        let call: @Sendable (PubNub) -> Void
        var testDescription: String { failure }
    }

    static let operations: [Operation] = [
        Operation(failure: "timeTokenReceiveDidFail", request: "/time/0?uuid=me") {
            $0.requestServerTimeToken()
        },
        Operation(failure: "didFailMessageSend", request: "/publish/pub/sub/0/a/0/%22x%22?uuid=me") {
            $0.sendMessage("x", to: PNChannel(name: "a"))
        },
        Operation(
            failure: "didFailHistoryDownload a",
            request: "/v2/history/sub-key/sub/channel/a?count=100&reverse=false&include_token=false&uuid=me"
        ) {
            $0.requestFullHistory(for: PNChannel(name: "a"))
        },
        Operation(
            failure: "didFailParticipantsListDownload a",
            request: "/v2/presence/sub-key/sub/channel/a?disable_uuids=0&state=0&uuid=me"
        ) {
            $0.requestParticipantsList(for: [PNChannel(name: "a")])
        },
        Operation(failure: "subscriptionDidFail", request: "/v2/subscribe/sub/a/0?tt=0&uuid=me") {
            $0.subscribe(on: PNChannel.channels(withNames: ["a"]))
        },
        Operation(failure: "presenceEnablingDidFail", request: "/v2/subscribe/sub/a-pnpres/0?tt=0&uuid=me") {
            $0.enablePresenceObservation(for: PNChannel.channels(withNames: ["a"]))
        },
    ]

    @Test(arguments: operations)
    func callsBeforeConnectingFailWith108(_ operation: Operation) {
        let scripted = ScriptedClient()
        operation.call(scripted.client)
        #expect(scripted.reported.last == "\(operation.failure) 108")
        #expect(scripted.requested == [])
    }

    @Test(arguments: operations)
    func callsWhileConnectingAreSentOnceConnected(_ operation: Operation) {
        let scripted = ScriptedClient()
        scripted.client.connect()
        operation.call(scripted.client)
        #expect(scripted.requested == ["/time/0?uuid=me"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested == [operation.request])
        #expect(!scripted.reported.contains { $0.contains("DidFail") || $0.contains("didFail") })
    }

    @Test(arguments: operations)
    func callsThatWaitedFailWithTheConnection(_ operation: Operation) {
        let scripted = ScriptedClient { $0.shouldRunCallsInParallel = true }
        scripted.client.connect()
        operation.call(scripted.client)
        scripted.fail(Path.time, .unreachable)
        #expect(scripted.reported.suffix(2) == ["\(operation.failure) 107", "connectionDidFail 102"])
    }

    /// README "connectWithSuccessBlock:errorBlock:": the client connects as soon as there is a network, and then sends the calls.
    @Test(arguments: operations)
    func callsWaitForANetwork(_ operation: Operation) {
        let scripted = ScriptedClient { $0.shouldRunCallsInParallel = true }
        scripted.client.connect()
        scripted.fail(Path.time, .noRoute)
        operation.call(scripted.client)
        scripted.forget()
        scripted.wait(.seconds(2))
        #expect(scripted.requested == ["/time/0?uuid=me"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested == [operation.request])
        #expect(scripted.reported == ["willConnect", "didConnect"])
    }

    /// A call waits up to its time limit; a subscription waits for a network without a limit.
    @Test func aWaitForANetworkEndsACallButNoSubscription() throws {
        let scripted = ScriptedClient()
        scripted.client.connect()
        scripted.fail(Path.time, .noRoute)
        scripted.client.requestServerTimeToken()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        scripted.forget()
        for _ in 0..<20 {
            scripted.wait(try #require(scripted.timers.running[.reconnect]))
            scripted.fail(Path.time, .noRoute)
        }
        #expect(scripted.reported == ["timeTokenReceiveDidFail 110"])
        scripted.wait(try #require(scripted.timers.running[.reconnect]))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join()
        #expect(scripted.reported == ["willConnect", "didConnect", "didSubscribe a"])
    }

    @Test(arguments: operations)
    func callsAfterALossFailWith107(_ operation: Operation) {
        let scripted = ScriptedClient.subscribed("z")
        scripted.fail(Path.subscribe, .unreachable)
        scripted.forget()
        operation.call(scripted.client)
        #expect(scripted.reported.last == "\(operation.failure) 107")
        #expect(scripted.requested == [])
    }

    @Test(arguments: operations)
    func callsAfterDisconnectingFailWith108(_ operation: Operation) {
        let scripted = ScriptedClient.connected()
        scripted.client.disconnect()
        operation.call(scripted.client)
        #expect(scripted.reported.last == "\(operation.failure) 108")
    }

    /// Documentation/WireProtocol.md, "Suspension and identifier".
    @Test(arguments: operations)
    func callsWhileSuspendedFailWith109(_ operation: Operation) {
        let scripted = ScriptedClient.subscribed("z")
        scripted.client.suspend()
        scripted.forget()
        operation.call(scripted.client)
        #expect(scripted.reported.last == "\(operation.failure) 109")
        #expect(scripted.requested == [])
    }

    /// Waiting for the connection counts towards nonSubscriptionRequestTimeout.
    @Test func callsThatWaitTooLongFailWith110() {
        let scripted = ScriptedClient { $0.nonSubscriptionRequestTimeout = 5 }
        scripted.client.connect()
        scripted.client.requestServerTimeToken()
        scripted.wait(.seconds(5))
        #expect(scripted.reported == ["willConnect", "timeTokenReceiveDidFail 110"])
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.requested == ["/time/0?uuid=me"], "what failed is not sent later")
    }
}
