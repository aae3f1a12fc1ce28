import Foundation
import GRDB
import PubNub
import PubNubChat

/// The chat of one person: a local store, and a connection to the service.
///
/// The page shows the store only. Actions change the store or the service; the provider stores what the service sends. So the chat
/// also works without a connection, and messages are sent when it is back.
struct Person: Sendable {
    static let rooms = ["lobby", "random", "support"]

    let name: String
    private let chat: PubNubChatProvider

    init(_ name: String, service: String, folder: URL) throws {
        self.name = name
        var address = ChatServiceAddress(publishKey: "demo", subscribeKey: "demo")
        address.origin = service.replacing("http://", with: "")
        address.isSecure = false
        chat = try PubNubChatProvider(
            service: address,
            userId: name,
            datastoreConfiguration: DatastoreConfiguration(
                storageDirectlyURL: folder,
                storageUniqueFilename: "\(name).sqlite"
            ),
            callbackQueue: DispatchQueue(label: "web-chat.\(name)")
        )
    }

    /// Connects, and fetches what was missed, in the background: the page needs no connection.
    func open() async {
        Task {
            do {
                try await chat.subscribe(to: Self.rooms)
                // What happens to the person's memberships, also on other devices, is published to the person's own channel.
                try await chat.subscribe(to: [chat.currentUserId], withPresence: false)
                try await chat.waitUntilConnected()
                try await chat.dataProvider.join(Self.rooms)
                try await chat.dataProvider.syncRemoteMessages(MessageHistoryRequest(channels: Self.rooms))
            } catch {
                FileHandle.standardError.write(Data("\(name): \(error)\n".utf8))
            }
        }
    }

    func close() async {
        try? await chat.close()
    }

    // MARK: Views of the page

    typealias MessageRow = ChatMessageRow<VoidCustomData>
    typealias ChannelRow = ChatChannelRow<VoidCustomData>

    /// What one of the queries of a page reports.
    private enum Part: Sendable {
        case messages([MessageRow])
        case channels([ChannelRow])
        case people([PubNubManagedMember])
    }

    /// A room and the unread messages of all rooms: now, and after each change of the store.
    func views(of room: String, limit: Int) -> AsyncThrowingStream<RoomView, any Error> {
        let (views, continuation) = AsyncThrowingStream.makeStream(
            of: RoomView.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let (parts, part) = AsyncThrowingStream.makeStream(of: Part.self)
        let people = PubNubManagedMember.peopleBy(channelID: room)
        let sources = [
            forward(chat.messageRows(on: room, limit: limit), to: part) { .messages($0) },
            forward(chat.channelRows(.ids(Self.rooms)), to: part) { .channels($0) },
            forward(chat.store.changes(of: people, watching: .members(ofChannel: room)), to: part) { .people($0) },
        ]
        let joining = Task {
            var (messages, channels, people): ([MessageRow]?, [ChannelRow]?, [PubNubManagedMember]?) = (nil, nil, nil)
            do {
                for try await part in parts {
                    switch part {
                    case .messages(let rows): messages = rows
                    case .channels(let rows): channels = rows
                    case .people(let rows): people = rows
                    }
                    guard let messages, let channels, let people else { continue }
                    continuation.yield(RoomView(room, channels, people, messages))
                }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { _ in for task in sources + [joining] { task.cancel() } }
        return views
    }

    /// Passes the results of a query on.
    private func forward<Row>(
        _ changes: ChatQueryChanges<Row>,
        to part: AsyncThrowingStream<Part, any Error>.Continuation,
        _ make: @escaping @Sendable ([Row]) -> Part
    ) -> Task<Void, Never> {
        Task {
            do {
                for try await change in changes { part.yield(make(change.entities)) }
            } catch {
                part.finish(throwing: error)
            }
        }
    }

    /// The people who are typing in a room.
    func typing(in room: String) -> AsyncStream<[String]> { chat.typing.changes(on: room) }

    /// Whether the service can be reached: now, and after each change.
    var connection: AsyncStream<ChatConnectionState> { chat.connections() }

    /// Messages that contain words, the newest first.
    func search(_ words: String) async throws -> [FoundMessage] {
        try await chat.store.search(ChatSearch(words, channelIds: Self.rooms, limit: 10)).map { FoundMessage($0) }
    }

    // MARK: Actions

    /// Stores a message, which shows it, and sends it when the service can be reached.
    func say(_ text: String, in room: String) async throws {
        let message = PubNubChatMessage(content: .init(text: text), pubnubUserId: name, pubnubChannelId: room)
        try await chat.dataProvider.queueMessage(SendMessageRequest(message: message))
    }

    func edit(_ message: String, to text: String) async throws {
        try await chat.dataProvider.editMessage(message, text: text)
    }

    /// Deletes a message so that it can be restored.
    func delete(_ message: String) async throws { try await chat.dataProvider.deleteMessage(message) }

    func restore(_ message: String) async throws { try await chat.dataProvider.restoreMessage(message) }

    /// Sends a message again that the service refused.
    func retry(_ message: String) async throws { try await chat.dataProvider.retry(try await entries(of: message)) }

    /// Removes a message that was not sent.
    func discard(_ message: String) async throws {
        try await chat.dataProvider.discard(try await entries(of: message))
    }

    /// The entry of a message that was not sent.
    private func entries(of message: String) async throws -> [Int64] {
        try await chat.store.read { database in
            try ChatOutboxEntry.unsentBy(messageId: message).fetchAll(database).map(\.sequence)
        }
    }

    /// Adds a reaction, or removes it if the person has reacted like that before.
    func react(to id: String, with value: String) async throws {
        try await chat.dataProvider.toggleReaction(value, on: id)
    }

    /// Marks the stored messages of a room as read.
    func markRead(_ room: String) async throws {
        do {
            try await chat.dataProvider.markRead(room)
        } catch ChatError.missingRequiredData {
            // The page shows a room before the person has joined it, and an own message before it is published: nothing can be marked yet.
        }
    }

    /// Fetches messages before the oldest one that is shown, if they are not stored.
    func fetchOlder(in room: String, before timetoken: Timetoken) async throws {
        _ = try await chat.dataProvider.messages(on: room, before: timetoken)
    }

    /// Tells others whether the person is typing. The provider limits the signals.
    func type(_ isTyping: Bool, in room: String) async {
        // Others need no typing signals while the service cannot be reached.
        try? await chat.typing.send(isTyping: isTyping, on: room)
    }
}
