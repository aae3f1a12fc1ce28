import Foundation
import GRDB
import PubNubChat

/// The stored chat: a thousand users in a thousand rooms. Every other message is in one room, the others are
/// distributed over the rest.
struct Town {
    let folder: URL

    static let people = 1000
    /// The members of each room.
    static let members = 50
    /// The user of the store, who is also a member of each room, and read the first half of all messages.
    static let reader = "reader"
    static let room = "room-0"
    static let rooms = (0..<1000).map { "room-\($0)" }
    /// The timetoken of the first message.
    static let start: Timetoken = 16_000_000_000_000_000

    /// A store in a file.
    func open() throws -> ChatStore {
        try ChatStore(
            configuration: DatastoreConfiguration(storageDirectlyURL: folder, storageUniqueFilename: "chat.sqlite"),
            owner: ChatStoreOwner(subscribeKey: "bench", userId: Self.reader)
        )
    }

    /// The size of the data file in bytes, without SQLite's log next to it, which keeps the size of the largest transaction.
    func bytes() throws -> Int {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
            .filter { !["-wal", "-shm"].contains(where: $0.lastPathComponent.hasSuffix) }
            .reduce(0) { $0 + (try $1.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0) }
    }

    func addPeopleAndRooms(to store: ChatStore) async throws {
        try await store.write { db in
            for number in 0..<Self.people {
                let user = PubNubChatUser(id: "user-\(number)", name: "User \(number)", updated: Date(), eTag: "A")
                try PubNubManagedUser.insertOrUpdate(user: user, into: db)
            }
            for room in Self.rooms {
                let channel = PubNubChatChannel(id: room, name: room, updated: Date(), eTag: "A")
                try PubNubManagedChannel.insertOrUpdate(channel: channel, into: db)
            }
        }
    }

    /// Creates a store of many messages quickly: SQLite generates the rows.
    func build(messages: Int) async throws -> ChatStore {
        let store = try open()
        try await addPeopleAndRooms(to: store)
        try await store.write { try $0.execute(sql: Self.memberRows) }
        let step = 50_000
        for first in stride(from: 0, to: messages, by: step) {
            let end = min(first + step, messages)
            try await store.write { db in
                // Rows arrive in no order of their text identifiers.
                try db.execute(sql: "PRAGMA cache_size = -262144")
                try db.execute(
                    sql: Self.messageRows,
                    arguments: ["first": first, "end": end, "start": Int(Self.start)]
                )
                try db.execute(
                    sql: Self.reactionRows,
                    arguments: ["first": first, "end": end, "start": Int(Self.start)]
                )
            }
        }
        try await store.write { db in
            let marker = Self.start + Timetoken(messages / 2) * 10_000
            try db.execute(sql: Self.markerRows, arguments: ["marker": "\(marker)"])
            try db.execute(sql: "PRAGMA cache_size = -2000")
        }
        try store.close()
        return try open()
    }

    private static let memberRows = """
        WITH RECURSIVE room(r) AS (SELECT 0 UNION ALL SELECT r + 1 FROM room WHERE r < \(rooms.count - 1)),
            seat(s) AS (SELECT 0 UNION ALL SELECT s + 1 FROM seat WHERE s < \(members - 1))
        INSERT INTO member (id, channelId, userId)
        SELECT 'room-' || r || ':' || s, 'room-' || r, 'user-' || ((r + s * 19) % \(people)) FROM room, seat
        """

    /// The number of messages that the reader has not read.
    static func unread(of messages: Int) -> Int { messages - messages / 2 - 1 }

    private static let markerRows = """
        INSERT INTO user (id, name) VALUES ('\(reader)', 'Reader');
        INSERT INTO member (id, channelId, userId, custom)
        SELECT id || ':\(reader)', id, '\(reader)', CAST(json_object('lastReadMessageTimetoken', :marker) AS BLOB)
        FROM channel
        """

    private static let numbers = """
        WITH RECURSIVE number(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM number WHERE n < :end - 1),
            item AS (
                SELECT n, :start + n * 10000 AS timetoken,
                    CASE n % 2 WHEN 0 THEN 'room-0' ELSE 'room-' || (1 + n / 2 % \(rooms.count - 1)) END AS room
                FROM number
            )
        """

    private static let messageRows = """
        \(numbers)
        INSERT INTO message (id, timetoken, dateCreated, text, pubnubUserId, pubnubChannelId)
        SELECT 'message-' || n, timetoken, timetoken / 1e7 - 978307200,
            'Message ' || n || ': what somebody says to the others in a room, a hundred characters long or so.',
            'user-' || (n * 7919 % \(people)), room
        FROM item
        """

    private static let reactionRows = """
        \(numbers), reaction(r, value) AS (VALUES (1, 'smile'), (2, 'wave'))
        INSERT INTO messageAction
            (id, published, sourceType, value, pubnubChannelId, pubnubParentTimetoken, pubnubParentId, pubnubUserId)
        SELECT 'user-' || (n * 31 % \(people)) || '-' || timetoken || '-' || (timetoken + r), timetoken + r, 'reaction',
            value, room, timetoken, 'message-' || n, 'user-' || (n * 31 % \(people))
        FROM item, reaction WHERE n % 10 < 2
        """

    /// The room of a message.
    static func room(of number: Int) -> String {
        number % 2 == 0 ? room : "room-\(1 + number / 2 % (rooms.count - 1))"
    }

    /// A message of about 100 characters; one in five has two reactions.
    static func message(_ number: Int, in room: String) -> PubNubChatMessage {
        let timetoken = start + Timetoken(number) * 10_000
        var message = PubNubChatMessage(
            timetoken: timetoken,
            content: .init(
                id: "message-\(number)",
                text: "Message \(number): what somebody says to the others in a room, a hundred characters long or so.",
                createdAt: Date(timeIntervalSince1970: Double(timetoken) / 10_000_000)
            ),
            pubnubUserId: "user-\(number * 7919 % people)",
            pubnubChannelId: room
        )
        guard number % 10 < 2 else { return message }
        message.messageActions = (1...2).map { reaction in
            PubNubChatMessageAction(
                actionTimetoken: timetoken + Timetoken(reaction),
                parentTimetoken: timetoken,
                sourceType: "reaction",
                value: reaction == 1 ? "smile" : "wave",
                pubnubUserId: "user-\(number * 31 % people)",
                pubnubChannelId: room
            )
        }
        return message
    }
}
