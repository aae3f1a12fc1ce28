import Foundation
import Testing

@testable import PubNub

@Suite("README, Block callbacks: each closure is called for its call, once")
struct CompletionTests {
    private func clock(_ said: Recorder, _ name: String) -> Completion {
        Completion(PNEvent.time.handler { token, _ in said.record("\(name) \(token ?? 0)") })
    }

    @Test("Of two identical calls, each calls its closure")
    func identicalCalls() async {
        let harness = HubHarness()
        let said = Recorder()
        let first = clock(said, "first")
        let second = clock(said, "second")
        await harness.emit(.time(.success(1)), completion: first)
        await harness.emit(.time(.success(2)), completion: second)
        #expect(said.all == ["first 1", "second 2"])
    }

    @Test("A closure is called once, and then released")
    func once() async {
        final class Captured {}
        let harness = HubHarness()
        let said = Recorder()
        var captured: Captured? = Captured()
        weak let trace = captured
        let completion = Completion(
            PNEvent.time.handler { [captured] _, _ in
                _ = captured
                said.record("called")
            }
        )
        captured = nil
        #expect(trace != nil)
        await harness.emit(.time(.success(1)), completion: completion)
        await harness.emit(.time(.success(2)), completion: completion)
        #expect(said.all == ["called"])
        #expect(trace == nil)
    }

    @Test("The closure of a message is called when sending begins, and when it ends")
    func messages() async {
        let harness = HubHarness()
        let said = Recorder()
        let sending = (1...2).map { number in
            Completion(.messageProcessing { state, _ in said.record("\(number) \(state.rawValue)") })
        }
        for completion in sending {
            await harness.emit(.willSend(.sample), completion: completion)
            await harness.emit(.didSend(.sample), completion: completion)
        }
        #expect(said.all == ["1 0", "1 1", "2 0", "2 1"])
    }

    @Test("README, Connecting: without a network the closure receives no error, and the client connects later")
    func connecting() async {
        let harness = HubHarness()
        let said = Recorder()
        let handler = EventHandler.connection(
            success: { said.record("connected to \($0 ?? "-")") },
            failure: { said.record("failed \($0.map { "\($0.code)" } ?? "without error")") }
        )
        let completion = Completion(handler)
        await harness.emit(.connectionFailed(origin: "o", nil), completion: completion)
        await harness.emit(.didConnect(origin: "o"), completion: completion)
        await harness.emit(.didConnect(origin: "o"), completion: completion)
        #expect(said.all == ["failed without error", "connected to o"])
        let failing = Completion(handler)
        await harness.emit(.connectionFailed(origin: "o", .sample), completion: failing)
        await harness.emit(.didConnect(origin: "o"), completion: failing)
        #expect(said.all.last == "failed 121")
    }

    @Test("An event of another kind does not call a closure")
    func otherEvents() async {
        let harness = HubHarness()
        let said = Recorder()
        let completion = clock(said, "clock")
        await harness.emit(.message(.sample), completion: completion)
        #expect(said.all.isEmpty)
        await harness.emit(.time(.success(1)), completion: completion)
        #expect(said.all == ["clock 1"])
        #expect(Completion(nil) == nil)
    }
}
