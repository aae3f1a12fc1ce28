import Foundation
import GRDB
import PubNubChat

/// What stands in the articles of `PubNubChat`; it is compiled, and not run.
enum ChatGettingStarted {
    static func start() async throws -> PubNubChatProvider {
        let service = ChatServiceAddress(publishKey: "demo", subscribeKey: "demo")
        let chat = try PubNubChatProvider(service: service, userId: "ann")
        try await chat.connect()
        try await chat.subscribe(to: ["kitchen"])
        return chat
    }

    static func show(_ chat: PubNubChatProvider) async throws {
        let newest = chat.store.changes(
            of: PubNubManagedMessage.messagesBy(pubnubChannelId: "kitchen").order(Column("timetoken").desc).limit(50)
        )
        for try await change in newest {
            print("\(change.insertions.count) new, \(change.updates.count) changed, \(change.removals.count) gone")
            let messages: [PubNubChatMessage] = try await chat.store.read { db in
                try change.entities.map { try $0.convert(from: db) }
            }
            for message in messages.reversed() {
                print("\(message.userModel?.name ?? message.pubnubUserId): \(message.text)")
            }
        }
    }

    static func write(_ chat: PubNubChatProvider) async throws {
        let message = PubNubChatMessage(
            content: .init(text: "Is there cake?"),
            pubnubUserId: chat.currentUserId,
            pubnubChannelId: "kitchen"
        )
        let sent = try await chat.dataProvider.sendRemoteMessage(SendMessageRequest(message: message))
        let smile = MessageActionSendRequest(parent: sent, actionType: "reaction", actionValue: "smile")
        try await chat.dataProvider.sendRemoteMessageAction(smile)
    }

    static func sendLater(_ chat: PubNubChatProvider) async throws {
        var later = PubNubChatMessage(
            content: .init(text: "And tea?"),
            pubnubUserId: chat.currentUserId,
            pubnubChannelId: "kitchen"
        )
        later.userModel = PubNubChatUser(id: chat.currentUserId)
        later.channelModel = PubNubChatChannel(id: "kitchen")
        try await chat.dataProvider.load(messages: [later], processMessageActions: true)
        for await news in chat.news() where news == .connected {
            try await chat.dataProvider.sendUnsentMessages()
        }
    }
}

enum ChatCustomDataAndRows {
    struct Badge: UserCustomData {
        var team = ""
        var level = 0
    }

    struct Picture: MessageContentData {
        var url: URL?
    }

    enum MyChat: ChatCustomData {
        typealias User = Badge
        typealias MessageContent = Picture
    }

    typealias MyChatProvider = ChatProvider<MyChat, PubNubManagedChatEntities>

    static func field() -> String {
        var user = ChatUser<Badge>(id: "ann")
        user.team = "kitchen"
        return user.team
    }

    enum MyEntities: ManagedChatEntities {
        static func registerMigrations(in migrator: inout DatabaseMigrator) {
            PubNubManagedChatEntities.registerMigrations(in: &migrator)
            migrator.registerMigration("1 notes") { db in
                try db.execute(sql: "CREATE TABLE note (id TEXT PRIMARY KEY NOT NULL, text TEXT NOT NULL)")
            }
        }
    }
}
