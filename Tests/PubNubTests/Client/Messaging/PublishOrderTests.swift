import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "Messages sent by one client to one channel arrive in the order they were sent; different channels do not wait for each
/// other".
@Suite struct PublishOrderTests {
    @Test func oneChannelHasOneMessageUnderWay() {
        let scripted = ScriptedClient.connected()
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

    /// A message that fails does not hold up those behind it.
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

    /// Waiting for its turn counts as waiting: each message has nonSubscriptionRequestTimeout.
    @Test func aMessageThatWaitsTooLongFailsUnsent() {
        let scripted = ScriptedClient.connected()
        scripted.client.sendMessage(1, to: PNChannel(name: "a"))
        scripted.wait(.seconds(10))
        scripted.client.sendMessage(2, to: PNChannel(name: "a"))
        scripted.wait(.seconds(5))
        #expect(scripted.told == ["willSend", "willSend", "didFailMessageSend 110"])
        #expect(scripted.waiting == ["/publish/pub/sub/0/a/0/2?uuid=me"])
        scripted.wait(.seconds(10))
        #expect(scripted.told == ["didFailMessageSend 110"])
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
