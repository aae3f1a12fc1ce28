import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Every combination of the three settings for a restore with the delegate's replies, which override them: README "Client
/// configuration" (`shouldAutoReconnectClient`, `shouldResubscribeOnConnectionRestore`,
/// `shouldRestoreSubscriptionFromLastTimeToken`) and Documentation/WireProtocol.md, "Losing the network".
@Suite struct RestoreCombinationsTests {
    /// A setting and the delegate's reply, which overrides it.
    struct Opinion: Sendable, CustomTestStringConvertible {
        var configured: Bool
        var answer: Bool?

        var result: Bool { answer ?? configured }
        var testDescription: String { "\(configured)\(answer.map { ", delegate \($0)" } ?? "")" }

        static let all = [true, false].flatMap { configured in
            [nil, true, false].map { Opinion(configured: configured, answer: $0) }
        }
    }

    private func client(
        _ reconnect: Opinion,
        _ resubscribe: Opinion,
        _ fromLast: Opinion,
        inParallel: Bool = false
    ) -> ScriptedClient {
        let scripted = ScriptedClient.subscribed("a") { configuration in
            configuration.shouldRunCallsInParallel = inParallel
            configuration.shouldAutoReconnectClient = reconnect.configured
            configuration.shouldResubscribeOnConnectionRestore = resubscribe.configured
            configuration.shouldRestoreSubscriptionFromLastTimeToken = fromLast.configured
        }
        var answers = RecordingDelegate.Answers()
        answers.reconnect = reconnect.answer
        answers.resubscribe = resubscribe.answer
        answers.restoreFromLastTimeToken = fromLast.answer
        scripted.delegate.answer(answers)
        return scripted
    }

    /// Checks the restore after the origin is back, whether the client or the application connected.
    private func restores(_ scripted: ScriptedClient, _ resubscribe: Opinion, _ fromLast: Opinion) {
        scripted.reply(Path.time, "[15000000000000000]")
        guard resubscribe.result else {
            #expect(scripted.reported == ["willConnect", "didConnect", "didUnsubscribe a"])
            #expect(scripted.requested == ["\(Path.leave("a"))?uuid=me"])
            #expect(scripted.client.subscribedChannels().isEmpty)
            return
        }
        #expect(scripted.reported == ["willConnect", "didConnect", "willRestore a"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=0&uuid=me"])
        scripted.join(500)
        #expect(scripted.reported == ["didRestore a"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=\(fromLast.result ? 100 : 500)&tr=1&uuid=me"])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
    }

    @Test(arguments: Opinion.all, Opinion.all)
    func everyCombination(reconnect: Opinion, resubscribe: Opinion) {
        for fromLast in Opinion.all {
            let scripted = client(reconnect, resubscribe, fromLast)
            scripted.fail(Path.subscribe, .unreachable)
            #expect(scripted.reported == ["willDisconnect 103", "didDisconnectWithError 103"])
            #expect(scripted.requested == [])
            #expect(!scripted.client.isConnected())
            if reconnect.result {
                scripted.wait(.milliseconds(200))
                #expect(scripted.reported == [], "tries are made in silence")
            } else {
                // A refusal of the delegate is asked about again once the service responds, so the client checks that.
                if reconnect.answer == nil {
                    scripted.wait(.seconds(600))
                    #expect(scripted.timers.running.isEmpty)
                    #expect(scripted.requested == [], "a client that may not reconnect does not")
                }
                scripted.client.connect()
                scripted.settle()
            }
            #expect(scripted.requested == ["/time/0?uuid=me"])
            let ahead = scripted.reported
            #expect(ahead == (reconnect.result ? [] : ["willConnect"]))
            if reconnect.result {
                restores(scripted, resubscribe, fromLast)
            } else {
                connected(scripted, resubscribe, fromLast)
            }
        }
    }

    /// The same, after `willConnect` was already received.
    private func connected(_ scripted: ScriptedClient, _ resubscribe: Opinion, _ fromLast: Opinion) {
        scripted.reply(Path.time, "[15000000000000000]")
        #expect(scripted.reported == ["didConnect", resubscribe.result ? "willRestore a" : "didUnsubscribe a"])
        guard resubscribe.result else { return }
        scripted.join(500)
        #expect(scripted.reported == ["didRestore a"])
        #expect(scripted.requested.last == "/v2/subscribe/sub/a/0?tt=\(fromLast.result ? 100 : 500)&tr=1&uuid=me")
    }

    /// The first connect: the client connects automatically once the origin is reachable, unless that is disabled. It waits
    /// for a network in any case.
    @Test(arguments: Opinion.all, [TransportFailure.unreachable, .nameNotResolved])
    func afterAFirstConnectThatFailed(reconnect: Opinion, failure: TransportFailure) {
        let scripted = ScriptedClient { $0.shouldAutoReconnectClient = reconnect.configured }
        var answers = RecordingDelegate.Answers()
        answers.reconnect = reconnect.answer
        scripted.delegate.answer(answers)
        scripted.client.connect()
        scripted.fail(Path.time, failure)
        let isWaiting = failure == .nameNotResolved
        #expect(scripted.delegate.questions.isEmpty == isWaiting)
        #expect(scripted.reported == ["willConnect", "connectionDidFail 102"])
        let triesAgain = isWaiting || reconnect.result || reconnect.answer == false
        #expect((scripted.timers.running[.reconnect] != nil) == triesAgain)
    }

    /// Requests in flight fail between the two events of the loss, each once.
    @Test func requestsInFlightFailBetweenTheTwoEvents() {
        let yes = Opinion(configured: true)
        let scripted = client(yes, yes, yes, inParallel: true)
        scripted.client.requestServerTimeToken()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.settle()
        scripted.forget()
        scripted.fail(Path.subscribe, .unreachable)
        let reported = scripted.reported
        #expect(reported.first == "willDisconnect 103")
        #expect(reported.last == "didDisconnectWithError 103")
        #expect(
            reported.contains("timeTokenReceiveDidFail 107"),
            "what was under way fails between the two: \(reported)"
        )
        #expect(reported.count { $0.hasPrefix("subscriptionDidFail") } == 1, "\(reported)")
    }

    /// Channels, groups and presence are restored in one request.
    @Test func everythingThatWasSubscribedComesBack() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [
            PNChannel(name: "a", observesPresence: true), PNChannelGroup(name: "g"),
        ])
        scripted.settle()
        while scripted.waiting.contains(where: { $0.contains("tt=0&") }) { scripted.join() }
        let before = scripted.waiting
        scripted.fail(Path.subscribe, .unreachable)
        scripted.wait(.milliseconds(200))
        scripted.reply(Path.time, "[15000000000000000]")
        scripted.join(500)
        #expect(scripted.waiting == before)
    }
}
