import PubNub
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("TypingService: lists and signals", .timeLimit(.minutes(5)))
struct TypingServiceTests {
    private typealias Timer = TypingMachine.Timer

    /// Timers that the test fires.
    private final class PlainTimers: ChatTimers {
        private let fires = Locked([Timer: (seconds: Int, fire: @Sendable () -> Void)]())
        private let started = IntegrationInbox<Timer>()

        var running: [Timer: Int] { fires.withLock { $0.mapValues(\.seconds) } }

        func start(_ name: Timer, seconds: Int, fire: @escaping @Sendable () -> Void) {
            fires.withLock { $0[name] = (seconds, fire) }
            started.put(name)
        }

        /// Waits for the start of a timer, which follows the change of the list.
        func untilStarted(_ name: Timer) async throws {
            _ = try await started.next { $0 == name ? $0 : nil }
        }

        func cancel(_ name: Timer) { fires.withLock { $0[name] = nil } }
        func end() { fires.withLock { $0 = [:] } }

        func fire(_ name: Timer) {
            let fire = fires.withLock { $0.removeValue(forKey: name)?.fire }
            fire?()
        }
    }

    @Test("A list starts with the current state, changes with signals, and drops users after 6 seconds of silence")
    func lists() async throws {
        let timers = PlainTimers()
        let service = TypingService(timers: timers) {
            $0 == "me"
        } signal: { _, _ in
        }
        service.received("ann", on: "c", isTyping: true)
        service.received("me", on: "c", isTyping: true)
        var lists = service.changes(on: "c").makeAsyncIterator()
        while service.members(on: "c") != ["ann"] { _ = await lists.next() }
        service.received("bob", on: "c", isTyping: true)
        while service.members(on: "c") != ["ann", "bob"] { _ = await lists.next() }
        let ann = Timer.forget(.init(channel: "c", user: "ann"))
        let bob = Timer.forget(.init(channel: "c", user: "bob"))
        try await timers.untilStarted(ann)
        try await timers.untilStarted(bob)
        #expect(timers.running == [ann: 6, bob: 6])
        timers.fire(ann)
        while service.members(on: "c") != ["bob"] { _ = await lists.next() }
        await service.close()
        #expect(timers.running.isEmpty)
        while await lists.next() != nil {}
    }

    @Test("A list that is asked for later starts with who is typing already")
    func laterList() async throws {
        let timers = PlainTimers()
        let service = TypingService(timers: timers) {
            $0 == "me"
        } signal: { _, _ in
        }
        service.received("ann", on: "c", isTyping: true)
        try await timers.untilStarted(.forget(.init(channel: "c", user: "ann")))
        var lists = service.changes(on: "c").makeAsyncIterator()
        #expect(await lists.next() == ["ann"])
        await service.close()
    }

    @Test("Removes timers that fired or were cancelled, and starts none after the end", .timeLimit(.minutes(1)))
    func systemTimers() async throws {
        let timers = TaskTimers<Int>()
        let fired = IntegrationInbox<Int>()
        timers.start(1, seconds: 0) { fired.put(1) }
        #expect(try await fired.next { $0 } == 1)
        #expect(timers.running == 0)
        timers.start(2, seconds: 3_600) {}
        timers.start(2, seconds: 3_600) {}
        #expect(timers.running == 1)
        timers.cancel(2)
        #expect(timers.running == 0)
        timers.start(3, seconds: 3_600) {}
        timers.end()
        timers.start(4, seconds: 0) { fired.put(4) }
        #expect(timers.running == 0 && fired.all == [1])
    }

    @Test("Sends one signal in 3 seconds, and throws failures to the caller")
    func signals() async throws {
        let timers = PlainTimers()
        let sent = IntegrationInbox<String>()
        let service = TypingService(timers: timers) { _ in
            false
        } signal: { signal, channel in
            guard channel != "bad" else { throw PNError(code: kPNAPIAccessForbiddenError) }
            sent.put("\(signal.rawValue) \(channel)")
        }
        for _ in 0..<3 { try await service.send(isTyping: true, on: "c") }
        #expect(timers.running == [.rest("c"): 3])
        try await service.send(isTyping: false, on: "c")
        try await service.send(isTyping: false, on: "c")
        #expect(sent.all == ["typing_on c", "typing_off c"] && timers.running.isEmpty)
        await #expect(throws: PNError.self) { try await service.send(isTyping: true, on: "bad") }
    }
}
