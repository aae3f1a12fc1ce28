import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("README, Block callbacks: every call runs its block, once and in the order of the calls")
struct EveryBlockTests {
    private func client(inParallel: Bool = false) -> ScriptedClient {
        let scripted = ScriptedClient(.signing()) { $0.shouldRunCallsInParallel = inParallel }
        scripted.connect()
        scripted.forget()
        return scripted
    }

    /// Responds to all waiting requests except for the long poll.
    private func answerAll(_ scripted: ScriptedClient) {
        for _ in 0..<20 {
            let due = scripted.transport.waiting.first { !$0.isLongPoll }
            guard let due else { return }
            scripted.reply(due.path, GoodAnswer.body(for: due))
        }
    }

    @Test("Runs the blocks of both of two identical calls", arguments: ClosureCall.all, [false, true])
    func identical(call: ClosureCall, inParallel: Bool) {
        let scripted = client(inParallel: inParallel)
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        call.make(scripted.client) { said.add("second \($0 ?? 0)") }
        #expect(scripted.waiting.first?.hasPrefix(call.path) == true)
        answerAll(scripted)
        #expect(said.values == ["first 0", "second 0"])
        #expect(scripted.unfinished == .nothing)
    }

    @Test("Makes both calls, and reports both to the delegate", arguments: ClosureCall.all)
    func bothAreMade(call: ClosureCall) {
        let scripted = client()
        for _ in 0..<2 { call.make(scripted.client) { _ in } }
        answerAll(scripted)
        #expect(scripted.requested.filter { $0.hasPrefix(call.path) }.count == 2)
    }

    @Test("Failures of identical calls run the blocks of both", arguments: ClosureCall.all, [false, true])
    func failing(call: ClosureCall, inParallel: Bool) {
        let scripted = client(inParallel: inParallel)
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        call.make(scripted.client) { said.add("second \($0 ?? 0)") }
        scripted.client.face.reset(scripted.client)
        scripted.settle()
        #expect(said.values == ["first 108", "second 108"])
        #expect(scripted.unfinished == .nothing)
    }

    @Test("Runs the blocks of both of two identical changes", arguments: ClosureCall.changes, [false, true])
    func changes(call: ClosureCall, inParallel: Bool) {
        let scripted = client(inParallel: inParallel)
        scripted.subscribe(call.name.hasPrefix("un") || call.name.hasSuffix("off") ? ["a"] : ["other"])
        if call.name == "presence off" {
            scripted.client.enablePresenceObservation(for: [PNChannel.channel(withName: "a")])
            scripted.settle()
            answerAll(scripted)
        }
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        call.make(scripted.client) { said.add("second \($0 ?? 0)") }
        scripted.settle()
        answerAll(scripted)
        #expect(said.values == ["first 0", "second 0"])
    }

    @Test("Runs the blocks of different calls in the order of the calls")
    func different() {
        let scripted = client()
        let said = Notes<String>()
        for call in ClosureCall.all { call.make(scripted.client) { said.add("\(call.name) \($0 ?? 0)") } }
        for number in 1...2 { ClosureCall.publish.make(scripted.client) { said.add("message \(number) \($0 ?? 0)") } }
        for _ in 0..<4 { answerAll(scripted) }
        let expected = ClosureCall.all.map { "\($0.name) 0" } + ["message 1 0", "message 2 0"]
        #expect(said.values == expected)
        #expect(scripted.unfinished == .nothing)
    }
}
