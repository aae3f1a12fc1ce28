import PubNub
import PubNubLocks
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("TypingService: lists and signals", .timeLimit(.minutes(5)))
struct TypingServiceTests {
    private typealias Timer = TypingMachine.Timer

    /// Timers that fire when the test says so.
    private final class PlainTimers: ChatTimers {
        private let fires = Locked([Timer: (seconds: Int, fire: @Sendable () -> Void)]())

        var running: [Timer: Int] { fires.withLock { $0.mapValues(\.seconds) } }

        func start(_ name: Timer, seconds: Int, fire: @escaping @Sendable () -> Void) {
            fires.withLock { $0[name] = (seconds, fire) }
        }

        func cancel(_ name: Timer) { fires.withLock { $0[name] = nil } }
        func end() { fires.withLock { $0 = [:] } }

        func fire(_ name: Timer) {
            let fire = fires.withLock { $0.removeValue(forKey: name)?.fire }
            fire?()
        }
    }

    @Test("A list begins with what it is, changes with signals, and forgets who is silent for 6 seconds")
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
        #expect(timers.running == [ann: 6, .forget(.init(channel: "c", user: "bob")): 6])
        timers.fire(ann)
        while service.members(on: "c") != ["bob"] { _ = await lists.next() }
        service.close()
        #expect(timers.running.isEmpty)
        while await lists.next() != nil {}
    }

    @Test("A timer that fired or was cancelled is not kept, and none begins after the end", .timeLimit(.minutes(1)))
    func systemTimers() async throws {
        let (timers, fired) = (TaskTimers<Int>(), IntegrationInbox<Int>())
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

    @Test("Keys are told once in 3 seconds, and a failure is the caller's")
    func signals() async throws {
        let (timers, sent) = (PlainTimers(), IntegrationInbox<String>())
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
