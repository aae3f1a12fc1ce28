import PubNubTestSupport
import Testing

@testable import PubNub

@Suite("README, Block callbacks: of identical waiting calls, only the last block is called")
struct LastBlockTests {
    private func client() -> ScriptedClient {
        let scripted = ScriptedClient(.signing())
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

    @Test("Calls the second of two identical calls' blocks once, and never the first", arguments: ClosureCall.all)
    func identical(call: ClosureCall) {
        let scripted = client()
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        call.make(scripted.client) { said.add("second \($0 ?? 0)") }
        #expect(scripted.waiting.first?.hasPrefix(call.path) == true)
        answerAll(scripted)
        #expect(said.values == ["second 0"])
        #expect(scripted.unfinished == .nothing)
    }

    @Test("Makes both calls, and reports both to the delegate", arguments: ClosureCall.all)
    func bothAreMade(call: ClosureCall) {
        let scripted = client()
        for _ in 0..<2 { call.make(scripted.client) { _ in } }
        answerAll(scripted)
        #expect(scripted.requested.filter { $0.hasPrefix(call.path) }.count == 2)
    }

    @Test("A call that has ended does not affect the block of the next identical one", arguments: ClosureCall.all)
    func oneAfterAnother(call: ClosureCall) {
        let scripted = client()
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        answerAll(scripted)
        call.make(scripted.client) { said.add("second \($0 ?? 0)") }
        answerAll(scripted)
        #expect(said.values == ["first 0", "second 0"])
    }

    @Test("Failures of identical calls run only the last block", arguments: ClosureCall.all)
    func failing(call: ClosureCall) {
        let scripted = client()
        let said = Notes<String>()
        call.make(scripted.client) { said.add("first \($0 ?? 0)") }
        call.make(scripted.client) { said.add("second \($0 ?? 0)") }
        scripted.client.disconnect()
        scripted.settle()
        #expect(said.values == ["second 108"])
        #expect(scripted.unfinished == .nothing)
    }

    @Test("Changes of the subscription are identical if they make the same change", arguments: ClosureCall.changes)
    func changes(call: ClosureCall) {
        let scripted = client()
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
        #expect(said.values == ["second 0"])
    }

    @Test("Different calls and all messages have their own blocks")
    func different() {
        let scripted = client()
        let said = Notes<String>()
        for call in ClosureCall.all { call.make(scripted.client) { said.add("\(call.name) \($0 ?? 0)") } }
        for number in 1...2 { ClosureCall.publish.make(scripted.client) { said.add("message \(number) \($0 ?? 0)") } }
        for _ in 0..<4 { answerAll(scripted) }
        let expected = ClosureCall.all.map { "\($0.name) 0" } + ["message 1 0", "message 2 0"]
        #expect(said.values.sorted() == expected.sorted())
        #expect(scripted.unfinished == .nothing)
    }
}
