import Foundation
import GRDB
import PubNubChat

/// The date this number of seconds after 2020-09-13T12:26:40Z.
func moment(_ seconds: Double = 0) -> Date {
    Date(timeIntervalSince1970: 1_600_000_000 + seconds)
}

func channel(_ id: String = "c", name: String? = "Name", eTag: String? = "A", at seconds: Double = 0) -> Channel {
    Channel(
        id: id,
        name: name,
        status: "open",
        details: "Details",
        avatarURL: URL(string: "https://example.com/c.png"),
        updated: moment(seconds),
        eTag: eTag,
        custom: .init(topic: "Topic", seats: 3)
    )
}

func user(_ id: String = "u", name: String? = "Name", eTag: String? = "A", at seconds: Double = 0) -> User {
    User(
        id: id,
        name: name,
        type: "admin",
        status: "here",
        externalId: "42",
        avatarURL: URL(string: "https://example.com/u.png"),
        email: "u@example.com",
        updated: moment(seconds),
        eTag: eTag,
        custom: .init(title: "Chair", joined: moment(7))
    )
}

func member(_ channelId: String = "c", _ userId: String = "u") -> Member {
    Member(
        chatChannel: channel(channelId),
        chatUser: user(userId),
        status: "active",
        updated: moment(),
        eTag: "M",
        custom: .init(role: "host")
    )
}

func message(
    _ id: String = "m",
    text: String = "Hello",
    timetoken: Timetoken = 100,
    user: String = "u",
    channel: String = "c",
    actions: [Action] = []
) -> Message {
    Message(
        timetoken: timetoken,
        content: .init(
            id: id,
            text: text,
            contentType: "imageUrl",
            content: .init(image: "i.png", size: .init(width: 9)),
            custom: .init(tags: ["a", "b"]),
            createdAt: moment(0.125)
        ),
        pubnubUserId: user,
        pubnubChannelId: channel,
        messageActions: actions
    )
}

func action(_ timetoken: Timetoken = 200, value: String = "👍", user: String = "u", parent: Timetoken = 100) -> Action {
    Action(
        actionTimetoken: timetoken,
        parentTimetoken: parent,
        sourceType: "reaction",
        value: value,
        pubnubUserId: user,
        pubnubChannelId: "c"
    )
}

/// A store in memory with the channel `c` and the user `u`.
func storeWithBoth() throws -> ChatStore {
    let store = try ChatStore(configuration: .inMemory)
    try store.write { db in
        try PubNubManagedChannel.insertOrUpdate(channel: channel(), into: db)
        try PubNubManagedUser.insertOrUpdate(user: user(), into: db)
    }
    return store
}

/// A new directory, removed at the end.
func withDirectory(_ body: (URL) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent("chat-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(directory)
}

extension ChatStore {
    /// The custom data of a stored membership, by its keys.
    func memberCustom(_ channel: String = "c", _ user: String = "me") throws -> [String: JSON] {
        guard let custom = try member(channel, user)?.customJSON() else { return [:] }
        return try JSONDecoder().decode([String: JSON].self, from: custom)
    }

    func channel(_ id: String = "c") throws -> Channel? {
        try read { try PubNubManagedChannel.channelBy(pubnubId: id).fetchOne($0)?.convert() }
    }

    func user(_ id: String = "u") throws -> User? {
        try read { try PubNubManagedUser.userBy(pubnubId: id).fetchOne($0)?.convert() }
    }

    func member(_ channel: String = "c", _ user: String = "u") throws -> Member? {
        try read { db in
            try PubNubManagedMember.memberBy(pubnubChannelId: channel, pubnubUserId: user).fetchOne(db)?
                .convert(from: db)
        }
    }

    func message(_ id: String = "m") throws -> Message? {
        try read { db in try PubNubManagedMessage.messageBy(messageId: id).fetchOne(db)?.convert(from: db) }
    }

    func count(_ table: String) throws -> Int {
        try read { try Int.fetchOne($0, sql: "SELECT COUNT(*) FROM \(table)") ?? -1 }
    }
}
