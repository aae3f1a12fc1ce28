import Testing

@testable import PubNubChat

@Suite("TypingMachine: listed for 6 s, signalled every 3 s at most")
struct TypingMachineTests {
    private let ann = TypingMachine.Typist(channel: "c", user: "ann")
    private let bob = TypingMachine.Typist(channel: "c", user: "bob")

    @Test("A typing user is listed until a timeout, which every signal extends")
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

    @Test("A flood of users lengthens no list beyond 100; the next one is listed after another ended")
    func flood() {
        var machine = TypingMachine()
        for number in 0..<100 { _ = machine.began(.init(channel: "c", user: "invented-\(number)")) }
        let full = machine
        #expect(machine.began(ann).isEmpty && machine == full)
        #expect(machine.began(.init(channel: "c", user: "invented-7")).count == 1)
        #expect(machine.began(.init(channel: "d", user: "ann")).count == 2)
        #expect(machine.ended(.init(channel: "c", user: "invented-7")).count == 2)
        #expect(machine.began(ann).count == 2 && machine.members(on: "c").last == "ann")
    }

    @Test("Sends a signal for the first key, again after 3 s, and the end only if the beginning was sent")
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
