import Foundation
import PubNubChat

/// The view of a room for the page, made of the rows that the store reports.
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

    init(_ room: String, _ channels: [Person.ChannelRow], _ members: [PubNubManagedMember], _ rows: [Person.MessageRow])
    {
        self.room = room
        rooms = Person.rooms.map { name in
            Room(name: name, unread: channels.first { $0.id == name }?.unread?.count)
        }
        people = members.compactMap { member in member.userId.map { Resident(id: $0, isPresent: member.isPresent) } }
            .sorted { $0.id < $1.id }
        messages = rows.reversed().map { Message($0) }
    }
}

extension RoomView.Message {
    init(_ row: Person.MessageRow) {
        id = row.id
        timetoken = "\(row.message.timetoken)"
        date = row.date
        author = row.author?.name ?? row.author?.id ?? "unknown"
        isOwn = row.isOwn
        text = row.message.isDeleted ? "" : row.text
        isEdited = !row.message.edits.isEmpty
        isDeleted = row.message.isDeleted
        isRead = row.isRead
        state =
            switch row.sendState {
            case .sent: "sent"
            case .queued, .sending: "pending"
            case .failed: "failed"
            }
        reactions = row.reactions.map { RoomView.Reaction(value: $0.value, count: $0.count, isOwn: $0.isMine) }
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
