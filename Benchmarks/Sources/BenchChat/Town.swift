import Foundation
import GRDB
import PubNubChat

/// The chat that is stored: a thousand people; every other message is in one room, the others are spread over 99 more.
enum Town {
    static let people = 1000
    static let room = "room"
    /// When the first message was published.
    static let start: Timetoken = 16_000_000_000_000_000

    /// A store in a file.
    static func open(_ folder: URL) async throws -> ChatStore {
        let configuration = DatastoreConfiguration(storageDirectlyURL: folder, storageUniqueFilename: "chat.sqlite")
        let store = try ChatStore(configuration: configuration)
        try await store.write { db in
            for number in 0..<people {
                let user = PubNubChatUser(id: "user-\(number)", name: "User \(number)", updated: Date(), eTag: "A")
                try PubNubManagedUser.insertOrUpdate(user: user, into: db)
            }
        }
        return store
    }

    /// Stores a room.
    static func add(_ room: String, to store: ChatStore) async throws {
        try await store.write { db in
            let channel = PubNubChatChannel(id: room, name: room, updated: Date(), eTag: "A")
            try PubNubManagedChannel.insertOrUpdate(channel: channel, into: db)
        }
    }

    /// The room of a message.
    static func room(of number: Int) -> String {
        number % 2 == 0 ? room : "room-\(number % 99)"
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

    /// What a screen of a room shows.
    static func newest(in room: String) -> QueryInterfaceRequest<PubNubManagedMessage> {
        PubNubManagedMessage.messagesBy(pubnubChannelId: room).order(Column("timetoken").desc).limit(50)
    }
}
