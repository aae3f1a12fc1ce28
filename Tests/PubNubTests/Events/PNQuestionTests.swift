import Foundation
import Testing

@testable import PubNub

@Suite("README, Delegate callback methods: the questions override the configuration")
struct PNQuestionTests {
    private func ask(_ question: PNQuestion, default usual: Bool, of delegate: (any PNDelegate)?) async -> Bool {
        let harness = HubHarness()
        harness.hub.setDelegate(delegate)
        let answer = await withCheckedContinuation { continuation in
            harness.hub.ask(question, default: usual, from: harness.client) { continuation.resume(returning: $0) }
        }
        withExtendedLifetime(delegate) {}
        return answer
    }

    @Test("The answer of a delegate counts, in either spelling", arguments: PNQuestion.allCases)
    func answers(question: PNQuestion) async {
        let typed = TypedDelegate()
        #expect(await ask(question, default: true, of: typed) == false)
        #expect(typed.calls.all.count == 1)
        let copied = CopiedDelegate()
        #expect(await ask(question, default: true, of: copied) == false)
        #expect(copied.calls.all == typed.calls.all)
    }

    @Test("Without an opinion the configuration counts", arguments: PNQuestion.allCases, [true, false])
    func noOpinion(question: PNQuestion, usual: Bool) async {
        final class Silent: PNDelegate {}
        let expected = question == .runInBackground ? false : usual
        #expect(await ask(question, default: usual, of: Silent()) == expected)
        #expect(await ask(question, default: usual, of: nil) == usual)
    }
}
