import Foundation
import GRDB
import PubNubChat

/// The view of a room for the page, read in one transaction of the store.
struct RoomView: Encodable, Equatable, Sendable {
    struct Room: Encodable, Equatable, Sendable {
        let name: String
        /// Nil if the person never read the room.
        let unread: Int?
    }

    struct Resident: Encodable, Equatable, Sendable {
        let id: String
        let isPresent: Bool
    }

    struct Reaction: Encodable, Equatable, Sendable {
        let value: String
        let count: Int
        let isOwn: Bool
    }

    struct Message: Encodable, Equatable, Sendable {
        let id: String
        /// A string, because numbers of JavaScript are too short for timetokens.
        let timetoken: String
        let date: Date
        let author: String
        let isOwn: Bool
        let text: String
        let isEdited: Bool
        let isDeleted: Bool
        let isRead: Bool
        /// `sent`, `pending` or `failed`.
        let state: String
        let reactions: [Reaction]
    }

    let room: String
    let rooms: [Room]
    let people: [Resident]
    /// The oldest first.
    let messages: [Message]

    init(_ database: Database, room: String, reader: String, limit: Int) throws {
        self.room = room
        rooms = try Person.rooms.map { name in
            Room(name: name, unread: try ChatUnreadCount.unreadCountBy(channelId: name).fetchOne(database)?.count)
        }
        people = try PubNubManagedMember.peopleBy(channelID: room).fetchAll(database)
            .compactMap { member in member.userId.map { Resident(id: $0, isPresent: member.isPresent) } }
            .sorted { $0.id < $1.id }
        messages = try ChatMessageInfo.newestBy(pubnubChannelId: room, limit: limit).fetchAll(database)
            .reversed()
            .map { Message($0, reader: reader) }
    }
}

extension RoomView.Message {
    init(_ info: ChatMessageInfo, reader: String) {
        let message = info.message
        id = message.id
        timetoken = "\(message.timetoken)"
        date = message.sortedDate
        author = info.author?.name ?? message.pubnubUserId ?? "unknown"
        isOwn = message.pubnubUserId == reader
        text = message.isDeleted ? "" : message.currentText
        isEdited = message.editedText != nil
        isDeleted = message.isDeleted
        isRead = info.isRead
        state =
            switch message.sendState {
            case .sent: "sent"
            case .queued, .sending: "pending"
            case .failed: "failed"
            }
        let values = Dictionary(grouping: info.actions.filter { $0.sourceType == "reaction" }, by: \.value)
        reactions = values.keys.sorted().map { value in
            let actions = values[value] ?? []
            return RoomView.Reaction(
                value: value,
                count: actions.count,
                isOwn: actions.contains { $0.pubnubUserId == reader }
            )
        }
    }
}

/// A result of a search.
struct FoundMessage: Encodable, Sendable {
    let room: String
    let author: String
    let snippet: String

    init(_ result: ChatSearchResult) {
        room = result.message.pubnubChannelId ?? ""
        author = result.message.pubnubUserId ?? "unknown"
        snippet = result.snippet
    }
}
