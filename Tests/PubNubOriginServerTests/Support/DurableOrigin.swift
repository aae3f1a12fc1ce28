import PubNubSupport
import PubNubTestSupport

@testable import PubNubOrigin
@testable import PubNubOriginServer
@testable import PubNubOriginTestSupport

/// An origin with a data file and without sockets, whose answers are waited for.
struct DurableOrigin: Sendable {
    let origin: WaitingOrigin
    let archive: any MessageArchive
    let log: any OriginLog
    let clock: OriginManualClock

    var core: OriginCore { origin.core }

    init(
        _ path: String,
        clock: OriginManualClock = OriginManualClock(),
        configuration: OriginConfiguration = OriginConfiguration(),
        announcementDelay: Duration = .zero,
        maxBacklog: Int = DurableArchive.maxBacklog
    ) throws {
        var configuration = configuration
        configuration.limits.presenceAnnouncementDelay = announcementDelay
        configuration.clock = clock
        let storage = try OpenedStorage.open(path: path, configuration, maxBacklog: maxBacklog)
        self.clock = clock
        archive = storage.archive
        log = storage.log
        origin = WaitingOrigin(OriginCore(configuration: configuration, storage: storage))
    }

    func close() async { await core.stop() }

    /// Sends a request, which has to be answered without waiting for messages.
    @discardableResult
    func get(_ target: String) async -> (status: Int, text: String) {
        await origin.submit(OriginRequest(target: target))
    }
}

/// Changes written to a data file as if entries of the log had led to them.
final class WrittenFile: Sendable {
    let file: DataFile
    let archive: DurableArchive
    private let position = Locked(LogPosition.start)

    init(_ path: String, region: Int = 1, retention: MessageRetention = MessageRetention()) throws {
        file = try DataFile(path: path)
        archive = DurableArchive(file: file, region: region, retention: retention)
        let applied = try archive.restore().applied
        position.withLock { $0 = applied }
    }

    /// Writes changes, and returns when they are in the file.
    func write(_ changes: [ArchiveChange], latest: UInt64 = 0) throws {
        let next = position.withLock { position in
            position = position.next
            return position
        }
        archive.write(changes, at: next, latest: latest)
        try archive.flush()
    }

    func write(_ message: StoredMessage, in topic: Topic) throws {
        try write([.message(TopicMessage(message: message, topic: topic))], latest: message.timetoken)
    }

    /// Runs a body with a reader that has everything written so far.
    func read<Value: Sendable>(_ body: @escaping @Sendable (any ArchiveReader) throws -> Value) async throws -> Value {
        try await withHandover(of: Value.self, throwing: (any Error).self) { handover in
            archive.read { reader in
                guard let reader else { return handover.resume(throwing: NoReader()) }
                handover.resume(with: Result { try body(reader) })
            }
        }
    }

    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) async throws -> [StoredMessage] {
        try await read { try $0.page(range, of: topic, date: date) }
    }

    func close() async { await archive.close() }

    private struct NoReader: Error {}
}
