import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Messages of one client to one channel arrive in the order in which they were sent; different channels do not wait for each
/// other.
@Suite struct PublishOrderTests {
    @Test func oneChannelHasOneMessageUnderWay() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        for number in 1...3 { scripted.client.sendMessage(number, to: PNChannel(name: "a")) }
        scripted.client.sendMessage(9, to: PNChannel(name: "b"))
        #expect(scripted.waiting == ["/publish/pub/sub/0/a/0/1?uuid=me", "/publish/pub/sub/0/b/0/9?uuid=me"])
        scripted.accept("a")
        #expect(scripted.waiting == ["/publish/pub/sub/0/b/0/9?uuid=me", "/publish/pub/sub/0/a/0/2?uuid=me"])
        scripted.accept("a")
        scripted.accept("a")
        #expect(scripted.waiting == ["/publish/pub/sub/0/b/0/9?uuid=me"])
        #expect(scripted.published.filter { $0.channel == "a" }.map(\.text) == ["1", "2", "3"])
    }

    /// A message that fails does not delay later ones.
    @Test(arguments: [TransportFailure.reset, .closed, .tooLarge])
    func aFailureLetsTheNextOneGo(_ failure: TransportFailure) {
        let scripted = ScriptedClient.connected()
        let first = Notes<UInt>()
        let second = Notes<UInt>()
        scripted.client.sendMessage(1, to: PNChannel(name: "a")) { state, _ in first.add(state.rawValue) }
        scripted.client.sendMessage(2, to: PNChannel(name: "a")) { state, _ in second.add(state.rawValue) }
        scripted.fail(Path.publish, failure)
        scripted.accept()
        #expect(scripted.published.map(\.text) == ["1", "2"])
        #expect(first.values == [PNMessageState.sending.rawValue, PNMessageState.sendingError.rawValue])
        #expect(second.values == [PNMessageState.sending.rawValue, PNMessageState.sent.rawValue])
    }

    @Test("nonSubscriptionRequestTimeout counts from sending, so a message does not time out in line")
    func limitCountsFromSending() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        for number in 1...3 { scripted.client.sendMessage(number, to: PNChannel(name: "a")) }
        #expect(scripted.reported == ["willSend", "willSend", "willSend"])
        for number in 1...3 {
            #expect(scripted.waiting == ["/publish/pub/sub/0/a/0/\(number)?uuid=me"], "the others wait in line")
            scripted.wait(.milliseconds(14_999))
            #expect(scripted.reported == [])
            scripted.wait(.milliseconds(1))
            #expect(scripted.reported == ["didFailMessageSend 110"])
        }
        #expect(scripted.waiting == [])
    }

    @Test("260 messages in a burst, 50 ms each, all succeed with a limit of 5 s")
    func burst() {
        let scripted = ScriptedClient.connected { $0.nonSubscriptionRequestTimeout = 5 }
        let ends = Notes<PNMessageState>()
        for number in 0..<260 {
            scripted.client.sendMessage(number, to: PNChannel(name: "a")) { state, _ in
                if state != .sending { ends.add(state) }
            }
        }
        for _ in 0..<260 {
            scripted.timers.advance(by: .milliseconds(50))
            scripted.transport.reply(Path.publish, ScriptedClient.sent)
        }
        scripted.settle()
        #expect(ends.values == Array(repeating: PNMessageState.sent, count: 260))
        #expect(scripted.published.map(\.text) == (0..<260).map(String.init))
    }

    @Test("A request that the transport holds back does not time out until it is sent")
    func heldBack() throws {
        let scripted = ScriptedClient.connected()
        scripted.client.requestServerTimeToken()
        let request = try #require(scripted.transport.waiting.first)
        let heldBack = try #require(request.heldBack)
        heldBack(request.id, true)
        scripted.wait(.seconds(60))
        #expect(scripted.reported == [])
        heldBack(request.id, false)
        scripted.wait(.milliseconds(14_999))
        #expect(scripted.reported == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["timeTokenReceiveDidFail 110"])
    }

    @Test("10,000 messages wait for one channel; the next one fails with 148, unsent")
    func boundOfTheLine() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        let ends = Notes<Int>()
        for number in 0...10_001 {
            scripted.client.sendMessage(number, to: PNChannel(name: "a")) { _, object in
                if let error = object as? PNError { ends.add(error.code) }
            }
        }
        scripted.settle()
        #expect(ends.values == [kPNRequestQueueFullError])
        scripted.client.sendMessage("other", to: PNChannel(name: "b"))
        #expect(scripted.waiting.count == 2, "other channels have lines of their own")
    }

    @Test("maximumPublishesInFlightPerChannel: this many messages to one channel are in flight, sent in order")
    func severalInFlight() {
        let scripted = ScriptedClient.connected {
            $0.shouldRunCallsInParallel = true
            $0.maximumPublishesInFlightPerChannel = 3
        }
        for number in 1...5 { scripted.client.sendMessage(number, to: PNChannel(name: "a")) }
        #expect(scripted.published.map(\.text) == ["1", "2", "3"])
        scripted.reply(Path.publish + "a/0/2", ScriptedClient.sent)
        #expect(scripted.published.map(\.text) == ["1", "2", "3", "4"])
        while scripted.accept() != nil {}
        #expect(scripted.published.map(\.text) == ["1", "2", "3", "4", "5"])
    }

    @Test("maximumPublishesInFlightPerChannel is 1 by default, and limited to 1...32")
    func rangeOfTheWidth() {
        let configuration = PNConfiguration.scripted()
        #expect(configuration.maximumPublishesInFlightPerChannel == 1)
        for (given, kept) in [(0, 1), (-5, 1), (32, 32), (33, 32), (Int.max, 32)] {
            configuration.maximumPublishesInFlightPerChannel = given
            #expect(configuration.maximumPublishesInFlightPerChannel == kept)
        }
    }

    /// Many messages on many channels, answered in a random order.
    @Test(arguments: [1, 2, 3])
    func orderHoldsUnderARandomSchedule(_ seed: UInt64) {
        var random = SplitMix64(state: seed)
        let scripted = ScriptedClient.connected()
        let names = ["a", "b", "c"]
        for number in 0..<60 {
            scripted.client.sendMessage(number, to: PNChannel(name: names[number % 3]))
            if Bool.random(using: &random), let waiting = scripted.transport.waiting.randomElement(using: &random) {
                scripted.reply(
                    waiting.path,
                    Int.random(in: 0..<5, using: &random) == 0 ? "<html>" : ScriptedClient.sent
                )
            }
        }
        while scripted.accept() != nil {}
        for (index, name) in names.enumerated() {
            let numbers = scripted.published.filter { $0.channel == name }.map(\.text)
            #expect(numbers == stride(from: index, to: 60, by: 3).map { "\($0)" })
        }
    }
}
