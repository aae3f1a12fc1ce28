import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("README, Delegate callback methods: the questions override the configuration")
struct PNQuestionTests {
    private func ask(_ question: PNQuestion, of delegate: (any PNDelegate)?) async -> Bool? {
        let harness = HubHarness()
        harness.hub.setDelegate(delegate)
        let answer = await withCheckedContinuation { continuation in
            harness.hub.ask(question, from: harness.client) { continuation.resume(returning: $0) }
        }
        withExtendedLifetime(delegate) {}
        return answer
    }

    @Test("The reply of a delegate counts, in either spelling", arguments: PNQuestion.allCases)
    func answers(question: PNQuestion) async {
        var answers = RecordingDelegate.Answers()
        answers.reconnect = false
        answers.keepTimeToken = false
        answers.resubscribe = false
        answers.restoreFromLastTimeToken = false
        let calls = Recorder()
        let typed = RecordingDelegate(answers: answers) { calls.record($0) }
        #expect(await ask(question, of: typed) == false)
        #expect(calls.all.count == 1)
        let importedCalls = Recorder()
        let imported = ImportedRecordingDelegate(answers: answers) { importedCalls.record($0) }
        #expect(await ask(question, of: imported) == false)
        #expect(importedCalls.all == calls.all)
    }

    @Test("Without a reply there is none, and the configuration counts", arguments: PNQuestion.allCases)
    func noOpinion(question: PNQuestion) async {
        final class Silent: PNDelegate {}
        #expect(await ask(question, of: Silent()) == (question == .runInBackground ? false : nil))
        #expect(await ask(question, of: nil) == nil)
    }
}
