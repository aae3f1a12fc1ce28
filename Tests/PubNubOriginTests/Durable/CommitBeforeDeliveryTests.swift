import PubNubLocks
import PubNubTestSupport
import Testing

@testable import PubNubOrigin

/// Keeps messages in memory, each only once a test says so.
private final class HeldArchive: MessageArchive {
    private struct Waiting {
        let message: StoredMessage
        let topic: Topic
        let completion: @Sendable (Bool) -> Void
    }

    let storesAtOnce = false
    private let memory = MemoryArchive(limits: OriginLimits())
    private let waiting = Locked<[Waiting]>([])

    /// How many messages wait to be stored.
    var count: Int { waiting.withLock(\.count) }

    /// Stores the message at an index of those that wait, or fails to.
    func finish(_ index: Int = 0, isStored: Bool = true) {
        let entry = waiting.withLock { $0.remove(at: index) }
        guard isStored else { return entry.completion(false) }
        memory.store(entry.message, in: entry.topic, completion: entry.completion)
    }

    func store(_ message: StoredMessage, in topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        // An event promises nothing to anybody.
        guard !message.isTransient else { return completion(true) }
        waiting.withLock { $0.append(Waiting(message: message, topic: topic, completion: completion)) }
    }

    func keep(_ changes: [ArchiveChange], completion: @escaping @Sendable (Bool) -> Void) { completion(true) }

    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) -> [StoredMessage] {
        memory.page(range, of: topic, date: date)
    }

    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) -> MessageCount {
        memory.count(after: timetoken, of: topic, date: date, limit: limit)
    }

    func remove(_ range: HistoryRange, of topic: Topic, completion: @escaping @Sendable (Bool) -> Void) {
        memory.remove(range, of: topic, completion: completion)
    }

    func timetokensGivenOut(upTo timetoken: UInt64) {}

    func close() async {}
}

@Suite("A published message is stored before anybody receives it")
final class CommitBeforeDeliveryTests: Sendable {
    private let archive = HeldArchive()
    private let core: OriginCore
    private let responses = Locked<[String]>([])

    init() {
        core = OriginCore(configuration: OriginConfiguration(clock: OriginManualClock()), archive: archive)
    }

    /// What was answered since the last time, in order.
    private var answered: [String] {
        responses.withLock { responses in
            defer { responses = [] }; return responses
        }
    }

    private func send(_ target: String) {
        core.submit(OriginRequest(target: target)) { [self] reply in
            guard case .response(let response, _) = reply else { return }
            responses.withLock { $0.append(String(decoding: response.body, as: UTF8.self)) }
        }
    }

    private func publish(_ text: String) { send("/publish/demo/demo/0/a/0/%22\(text)%22") }

    /// Waits from the timetoken of a response of version 1, or asks for the first one.
    private func subscribe(after response: String = "[[],\"0\"]") throws {
        let timetoken = try #require(response.split(separator: "\"").dropLast().last)
        send("/subscribe/demo/a/0/\(timetoken)")
    }

    @Test("A subscriber that waits is answered once the message is stored, and the publisher after that")
    func delivery() throws {
        try subscribe()
        try subscribe(after: try #require(answered.first))
        publish("one")
        #expect(answered.isEmpty)
        archive.finish()
        let both = answered
        try #require(both.count == 2)
        #expect(both[0].hasPrefix("[[\"one\"]"))
        #expect(both[1].hasPrefix("[1,\"Sent\""))
    }

    @Test("A message that cannot be stored reaches nobody, and its publisher gets an error")
    func failure() throws {
        try subscribe()
        try subscribe(after: try #require(answered.first))
        publish("lost")
        publish("kept")
        archive.finish(isStored: false)
        let refusal = answered
        #expect(refusal.count == 1 && refusal.allSatisfy { !$0.contains("Sent") && !$0.contains("lost") })
        archive.finish()
        #expect(answered.first?.hasPrefix("[[\"kept\"]") == true)
    }

    @Test("What comes after a message that is not stored yet waits behind it: messages and signals keep their order")
    func order() throws {
        try subscribe()
        try subscribe(after: try #require(answered.first))
        publish("one")
        publish("two")
        send("/signal/demo/demo/0/a/0/%22three%22")
        // The signal itself promises no storage, so its sender need not wait.
        #expect(answered.map { $0.prefix(9) } == ["[1,\"Sent\""])
        archive.finish(1)
        #expect(answered.isEmpty)
        archive.finish()
        #expect(answered.first?.hasPrefix("[[\"one\",\"two\",\"three\"]") == true)
    }

    @Test("A client that subscribes while a message is being stored receives it")
    func start() throws {
        publish("one")
        try subscribe()
        try subscribe(after: try #require(answered.first))
        #expect(answered.isEmpty)
        archive.finish()
        #expect(answered.first?.hasPrefix("[[\"one\"]") == true)
    }
}
