import Foundation
import PubNubWire
import Testing

@testable import PubNub

@Suite("README, Block callbacks: only the last block of identical requests is called")
struct CompletionTests {
    private func clock(_ harness: HubHarness, _ said: Recorder, _ name: String) -> Completion? {
        harness.hub.completion(
            PNEvent.time.handler { token, _ in said.record("\(name) \(token ?? 0)") },
            for: .init("time")
        )
    }

    @Test("The later of two identical calls replaces the earlier one's closure")
    func replacement() async {
        let harness = HubHarness()
        let said = Recorder()
        let first = clock(harness, said, "first")
        let second = clock(harness, said, "second")
        #expect(harness.hub.pendingCompletions == 1)
        await harness.emit(.time(.success(1)), completion: first)
        await harness.emit(.time(.success(2)), completion: second)
        #expect(said.all == ["second 2"])
        #expect(harness.hub.pendingCompletions == 0)
    }

    @Test("A closure is called once, and then released")
    func once() async {
        final class Captured {}
        let harness = HubHarness()
        let said = Recorder()
        var captured: Captured? = Captured()
        weak let trace = captured
        let completion = harness.hub.completion(
            PNEvent.time.handler { [captured] _, _ in
                _ = captured
                said.record("called")
            },
            for: .init("time")
        )
        captured = nil
        #expect(trace != nil)
        await harness.emit(.time(.success(1)), completion: completion)
        await harness.emit(.time(.success(2)), completion: completion)
        #expect(said.all == ["called"])
        #expect(trace == nil)
    }

    @Test("Calls with different arguments, and messages, do not replace each other")
    func differentCalls() async {
        let harness = HubHarness()
        let said = Recorder()
        let a = harness.hub.completion(
            PNEvent.history.handler { _, _, _, _, _ in said.record("a") },
            for: .init("history", ["a"])
        )
        let b = harness.hub.completion(
            PNEvent.history.handler { _, _, _, _, _ in said.record("b") },
            for: .init("history", ["b"])
        )
        await harness.emit(.history(channel: .a, .failure(.sample)), completion: a)
        await harness.emit(.history(channel: .a, .failure(.sample)), completion: b)
        let sending = (1...2).map { number in
            harness.hub.completion(
                .messageProcessing { state, _ in said.record("\(number) \(state.rawValue)") },
                for: nil
            )
        }
        for completion in sending {
            await harness.emit(.willSend(.sample), completion: completion)
            await harness.emit(.didSend(.sample), completion: completion)
        }
        #expect(said.all == ["a", "b", "1 0", "1 1", "2 0", "2 1"])
    }

    @Test("README, Connecting: without a network the closure receives no error, and the client connects later")
    func connecting() async {
        let harness = HubHarness()
        let said = Recorder()
        let handler = EventHandler.connection(
            success: { said.record("connected to \($0 ?? "-")") },
            failure: { said.record("failed \($0.map { "\($0.code)" } ?? "without error")") }
        )
        let completion = harness.hub.completion(handler, for: .init("connect"))
        await harness.emit(.connectionFailed(origin: "o", nil), completion: completion)
        await harness.emit(.didConnect(origin: "o"), completion: completion)
        await harness.emit(.didConnect(origin: "o"), completion: completion)
        #expect(said.all == ["failed without error", "connected to o"])
        let failing = harness.hub.completion(handler, for: .init("connect"))
        await harness.emit(.connectionFailed(origin: "o", .sample), completion: failing)
        await harness.emit(.didConnect(origin: "o"), completion: failing)
        #expect(said.all.last == "failed 121")
    }

    @Test("An event of another kind does not call a closure")
    func otherEvents() async {
        let harness = HubHarness()
        let said = Recorder()
        let completion = clock(harness, said, "clock")
        await harness.emit(.message(.sample), completion: completion)
        #expect(said.all.isEmpty)
        #expect(harness.hub.pendingCompletions == 1)
        #expect(harness.hub.completion(nil, for: .init("time")) == nil)
    }
}
