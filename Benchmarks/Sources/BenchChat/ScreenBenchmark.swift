import BenchMeasure
import Dispatch
import Foundation
import GRDB
import PubNubChat
import Synchronization

/// What Samples/Chat does with a store of many messages: it opens a room, and observes it while a message comes in. The other rooms are observed as well.
struct ScreenBenchmark {
    let folder: URL
    let messages: Int

    private static let openings = 400
    private static let arrivals = 400

    func run() async throws {
        let town = Town(folder: folder)
        let store = try await town.build(messages: messages)
        report("bytes-per-message", Double(try town.bytes()) / Double(messages))
        try await readValues(store)
        try await readRows(store)
        try await arrive(at: store)
        try store.close()
    }

    /// The newest messages as values, with authors, room and reactions.
    private func readValues(_ store: ChatStore) async throws {
        var times: [Double] = []
        for _ in 0..<Self.openings {
            let start = now_seconds()
            let shown: [PubNubChatMessage] = try await store.read { db in
                let newest = PubNubManagedMessage.newestMessagesBy(pubnubChannelId: Town.room, limit: 50)
                return try PubNubManagedMessage.convert(newest.fetchAll(db), from: db)
            }
            times.append((now_seconds() - start) * 1e6)
            guard shown.count == 50, shown.contains(where: { $0.messageActions.count == 2 }),
                shown.allSatisfy({ $0.userModel?.name != nil })
            else { throw BenchFailure("the room is not what was stored") }
        }
        reportSpread("values", &times)
    }

    /// The rows of the four queries of Samples/Chat.
    private func readRows(_ store: ChatStore) async throws {
        var times: [Double] = []
        for _ in 0..<Self.openings {
            let start = now_seconds()
            let counts = try await store.read { db in
                try [
                    PubNubManagedMessage.newestMessagesBy(pubnubChannelId: Town.room, limit: 50).fetchAll(db).count,
                    PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: Town.room, messages: 50)
                        .fetchAll(db).count,
                    PubNubManagedUser.usersBy(channelID: Town.room).fetchAll(db).count,
                    PubNubManagedMember.membersBy(channelID: Town.room).fetchAll(db).count,
                ]
            }
            times.append((now_seconds() - start) * 1e6)
            guard counts[0] == 50, counts[1] >= 10, counts[2] == Town.members, counts[3] == Town.members else {
                throw BenchFailure("the room is not what was stored: \(counts)")
            }
        }
        reportSpread("rows", &times)
    }

    /// From the call that stores a message to the closure of the observer of its room, while each of the other rooms has the same observers.
    private func arrive(at store: ChatStore) async throws {
        let changes = Changes()
        let (delivered, deliver) = AsyncStream.makeStream(of: String?.self)
        var observations = Self.observe(Town.room, in: store) { newest in
            changes.count.add(1, ordering: .relaxed)
            deliver.yield(newest)
        }
        for room in Town.rooms.dropFirst() { observations += Self.observeCounted(room, in: store) }
        defer { for observation in observations { observation.cancel() } }
        var newest = delivered.makeAsyncIterator()
        // Each observer reads again once it listens; this write waits for them, and the next one finds them asleep.
        for number in 0..<20 { try await arrival(number, at: store, &newest) }
        try await Task.sleep(for: .seconds(2))
        changes.count.store(0, ordering: .relaxed)
        countedRows.store(0, ordering: .relaxed)
        let cpu = cpu_seconds()
        var times: [Double] = []
        for number in 20..<(20 + Self.arrivals) {
            let start = now_seconds()
            try await arrival(number, at: store, &newest)
            times.append((now_seconds() - start) * 1e6)
        }
        // Needless work is done by then, and counts.
        try await Task.sleep(for: .seconds(2))
        reportSpread("arrive", &times)
        report("arrive-cpu-us", (cpu_seconds() - cpu) / Double(Self.arrivals) * 1e6)
        report("changes-per-message", Double(changes.count.load(ordering: .relaxed)) / Double(Self.arrivals))
        report("rows-read-elsewhere", Double(countedRows.load(ordering: .relaxed)))
    }

    private func arrival(
        _ number: Int,
        at store: ChatStore,
        _ newest: inout AsyncStream<String?>.Iterator
    ) async throws {
        let message = Town.message(messages + number, in: Town.room)
        try await store.write { db in _ = try PubNubManagedMessage.insert(message: message, into: db) }
        while let id = await newest.next(), id != message.id {}
    }

    /// The four observers of Samples/Chat.
    private static func observe(
        _ room: String,
        in store: ChatStore,
        deliver: @escaping @Sendable (String?) -> Void
    ) -> [AnyDatabaseCancellable] {
        let queue = DispatchQueue(label: room)
        return [
            observe(PubNubManagedMessage.newestMessagesBy(pubnubChannelId: room, limit: 50), in: store, queue) {
                deliver($0.entities.first?.id)
            },
            observe(
                PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: room, messages: 50),
                in: store,
                queue
            ),
            observe(PubNubManagedUser.usersBy(channelID: room), in: store, queue),
            observe(PubNubManagedMember.membersBy(channelID: room), in: store, queue),
        ]
    }

    /// The same observers, with rows that are counted when they are read.
    private static func observeCounted(_ room: String, in store: ChatStore) -> [AnyDatabaseCancellable] {
        let queue = DispatchQueue(label: room)
        return [
            observe(
                PubNubManagedMessage.newestMessagesBy(pubnubChannelId: room, limit: 50)
                    .asRequest(of: Counted<PubNubManagedMessage>.self),
                in: store,
                queue
            ),
            observe(
                PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: room, messages: 50)
                    .asRequest(of: Counted<PubNubManagedMessageAction>.self),
                in: store,
                queue
            ),
            observe(
                PubNubManagedUser.usersBy(channelID: room).asRequest(of: Counted<PubNubManagedUser>.self),
                in: store,
                queue
            ),
            observe(
                PubNubManagedMember.membersBy(channelID: room).asRequest(of: Counted<PubNubManagedMember>.self),
                in: store,
                queue
            ),
        ]
    }

    private static func observe<Entity: ManagedChatEntity>(
        _ request: QueryInterfaceRequest<Entity>,
        in store: ChatStore,
        _ queue: DispatchQueue,
        onChange: @escaping @Sendable (ChatQueryChange<Entity>) -> Void = { _ in }
    ) -> AnyDatabaseCancellable {
        store.observe(request, on: queue, onError: { print($0) }, onChange: onChange)
    }
}

/// How many changes were delivered.
private final class Changes: Sendable {
    let count = Atomic(0)
}

/// How many rows of the type ``Counted`` were read.
private let countedRows = Atomic(0)

/// A row that is counted when it is read.
private struct Counted<Entity: ManagedChatEntity>: ManagedChatEntity {
    static var databaseTableName: String { Entity.databaseTableName }

    let entity: Entity

    var id: Entity.ID { entity.id }

    init(row: Row) throws {
        countedRows.add(1, ordering: .relaxed)
        entity = try Entity(row: row)
    }
}
