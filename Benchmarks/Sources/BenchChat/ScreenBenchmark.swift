import BenchMeasure
import Dispatch
import Foundation
import GRDB
import PubNubChat
import Synchronization

/// Repeats the queries of Samples/Chat with a store of many messages: opens a room, and observes it while a message
/// arrives. The other rooms are also observed.
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
        try await readState(store)
        try await count(store)
        for (name, search) in Self.searches { try await find(search, in: store, name) }
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
            guard counts[0] == 50, counts[1] >= 10, counts[2] == Town.members + 1, counts[3] == counts[2] else {
                throw BenchFailure("the room is not what was stored: \(counts)")
            }
        }
        reportSpread("rows", &times)
    }

    /// The newest messages with authors, reactions and read state, in one joined request.
    private func readState(_ store: ChatStore) async throws {
        var times: [Double] = []
        for _ in 0..<Self.openings {
            let start = now_seconds()
            let shown = try await store.read { db in
                try ChatMessageInfo.newestBy(pubnubChannelId: Town.room, limit: 50).fetchAll(db)
            }
            times.append((now_seconds() - start) * 1e6)
            guard shown.count == 50, shown.contains(where: { $0.actions.count == 2 }),
                shown.allSatisfy({ $0.author?.name != nil && !$0.isRead })
            else { throw BenchFailure("the room is not what was stored") }
        }
        reportSpread("state", &times)
    }

    /// The number of unread messages in all rooms.
    private func count(_ store: ChatStore) async throws {
        var times: [Double] = []
        for _ in 0..<Self.openings {
            let start = now_seconds()
            let total = try await store.read { try ChatUnreadCount.total(in: $0) }
            times.append((now_seconds() - start) * 1e6)
            guard total == Town.unread(of: messages) else { throw BenchFailure("\(total) messages are unread") }
        }
        reportSpread("unread", &times)
    }

    /// A word of few messages, words of all messages, and a word in one of the small rooms.
    private static let searches = [
        ("rare", ChatSearch("message 471")), ("common", ChatSearch("hundred characters")),
        ("room", ChatSearch("somebody", channelIds: ["room-5"])),
    ]

    private func find(_ search: ChatSearch, in store: ChatStore, _ name: String) async throws {
        var times: [Double] = []
        for _ in 0..<Self.openings {
            let start = now_seconds()
            let found = try await store.search(search)
            times.append((now_seconds() - start) * 1e6)
            guard !found.isEmpty || messages < 10_000 else { throw BenchFailure("\(search.text) is not found") }
        }
        reportSpread("search-\(name)", &times)
    }

    /// Measures from the call that stores a message to the closure of the observer of its room, while each other room
    /// has the same observers.
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
        // Each observer reads again after it starts to listen. This write waits for these reads, so the next write
        // finds the observers idle.
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
        // Needless work has ended by then, and counts.
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
            observe(
                PubNubManagedMessage.newestMessagesBy(pubnubChannelId: room, limit: 50),
                .messages(inChannel: room),
                in: store,
                queue
            ) {
                deliver($0.entities.first?.id)
            },
            observe(
                PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: room, messages: 50),
                .newestReactions(inChannel: room),
                in: store,
                queue
            ),
            observe(PubNubManagedUser.usersBy(channelID: room), .users(ofChannel: room), in: store, queue),
            observe(PubNubManagedMember.membersBy(channelID: room), .members(ofChannel: room), in: store, queue),
        ]
    }

    /// The same observers, with rows that are counted when they are read.
    private static func observeCounted(_ room: String, in store: ChatStore) -> [AnyDatabaseCancellable] {
        let queue = DispatchQueue(label: room)
        return [
            observe(
                PubNubManagedMessage.newestMessagesBy(pubnubChannelId: room, limit: 50)
                    .asRequest(of: Counted<PubNubManagedMessage>.self),
                .messages(inChannel: room),
                in: store,
                queue
            ),
            observe(
                PubNubManagedMessageAction.newestMessageActionsBy(pubnubChannelId: room, messages: 50)
                    .asRequest(of: Counted<PubNubManagedMessageAction>.self),
                .newestReactions(inChannel: room),
                in: store,
                queue
            ),
            observe(
                PubNubManagedUser.usersBy(channelID: room).asRequest(of: Counted<PubNubManagedUser>.self),
                .users(ofChannel: room),
                in: store,
                queue
            ),
            observe(
                PubNubManagedMember.membersBy(channelID: room).asRequest(of: Counted<PubNubManagedMember>.self),
                .members(ofChannel: room),
                in: store,
                queue
            ),
        ]
    }

    private static func observe<Entity: ManagedChatEntity>(
        _ request: sending QueryInterfaceRequest<Entity>,
        _ scope: ChatScope,
        in store: ChatStore,
        _ queue: DispatchQueue,
        onChange: @escaping @Sendable (ChatQueryChange<Entity>) -> Void = { _ in }
    ) -> AnyDatabaseCancellable {
        store.observe(request, watching: scope, on: queue, onError: { print($0) }, onChange: onChange)
    }
}

/// The number of delivered changes.
private final class Changes: Sendable {
    let count = Atomic(0)
}

/// The number of rows of the type ``Counted`` that were read.
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
