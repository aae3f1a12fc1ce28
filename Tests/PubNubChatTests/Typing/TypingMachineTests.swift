import Testing

@testable import PubNubChat

@Suite("TypingMachine: on the list for 6 s, told again every 3 s at most")
struct TypingMachineTests {
    private let ann = TypingMachine.Typist(channel: "c", user: "ann")
    private let bob = TypingMachine.Typist(channel: "c", user: "bob")

    @Test("Who types is on the list until the time-out, which every signal puts off")
    func others() {
        var machine = TypingMachine()
        #expect(machine.began(ann) == [.start(.forget(ann), seconds: 6), .report(channel: "c", users: ["ann"])])
        #expect(machine.began(bob).last == .report(channel: "c", users: ["ann", "bob"]))
        #expect(machine.began(ann) == [.start(.forget(ann), seconds: 6)])
        #expect(machine.fired(.forget(ann)) == [.report(channel: "c", users: ["bob"])])
        #expect(machine.fired(.forget(ann)).isEmpty)
        #expect(machine.ended(bob) == [.cancel(.forget(bob)), .report(channel: "c", users: [])])
        #expect(machine.ended(bob).isEmpty && machine == TypingMachine())
    }

    @Test("Others are told at the first key, again after 3 s, and of the end only if they know of the beginning")
    func own() {
        var machine = TypingMachine()
        #expect(machine.stopped(on: "c").isEmpty)
        #expect(machine.typed(on: "c") == [.send(isTyping: true, channel: "c"), .start(.rest("c"), seconds: 3)])
        #expect(machine.typed(on: "c").isEmpty)
        #expect(machine.typed(on: "d").count == 2)
        #expect(machine.fired(.rest("c")).isEmpty)
        #expect(machine.typed(on: "c").count == 2)
        #expect(machine.stopped(on: "c") == [.cancel(.rest("c")), .send(isTyping: false, channel: "c")])
        #expect(machine.stopped(on: "c").isEmpty)
    }
}
