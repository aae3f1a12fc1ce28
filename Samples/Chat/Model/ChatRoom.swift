import Foundation
import PubNub
import PubNubChat

/// One user in one room. Knows nothing of user interfaces.
///
/// The local store is the only source of what is shown: the room observes queries of the store. Its actions change the store or the service, and the
/// provider stores the responses and events of the service. So the room also works without a connection.
/// Everything runs on the main actor, so no state needs a lock.
@MainActor final class ChatRoom {
    /// An event for a user interface.
    enum Event {
        /// ``content`` changed.
        case changed
        /// The state of the connection, in a few words.
        case status(String)
        /// An action failed, or needs attention.
        case notice(String)
        /// A new message was stored.
        case arrived(RoomContent.Row)
    }

    let name: String
    /// The thread that is shown in place of the room; nil for the room.
    private(set) var thread: ChatThread?
    private(set) var content = RoomContent()
    private let chat: PubNubChatProvider
    private let localOrigin: LocalOrigin?
    private let report: @MainActor (Event) -> Void
    /// The maximum number of messages that are shown.
    private var limit: Int
    private var isLoading = false
    /// The observation of messages, which is replaced when `limit` changes.
    private var observation: Task<Void, any Error>?
    /// The last action that was started. Actions run one after the other.
    private var lastAction: Task<Void, Never>?
    /// The last message that was queued. Messages are queued without waiting for actions.
    private var lastMessage: Task<Void, Never>?
    /// The failed messages that were reported, or that failed before the room was opened.
    private var reportedFailures: Set<Int64> = []
    private var isMarking = false

    init(_ name: String, _ account: ChatAccount, limit: Int, report: @escaping @MainActor (Event) -> Void) {
        self.name = name
        chat = account.provider
        localOrigin = account.localOrigin
        self.limit = limit
        self.report = report
    }

    /// Shows the stored room immediately, and connects.
    func open() {
        let name = name
        let store = chat.store
        observe(store.changes(of: PubNubManagedUser.peopleBy(channelID: name), watching: .users(ofChannel: name))) {
            $0.content.users = $1.entities
        }
        observe(store.changes(of: PubNubManagedMember.peopleBy(channelID: name), watching: .members(ofChannel: name))) {
            $0.content.members = $1.entities
        }
        observe(chat.channelRows(.ids([name]))) { room, change in
            room.content.unread = change.entities.first?.unread
        }
        observe(chat.typing.changes(on: name)) { room, users in
            room.content.typing = users
        }
        observe(chat.syncEvents()) { room, event in
            room.handle(event)
        }
        observeMessages()
        observeFailures()
        chat.setVisibleChannels([name])
        connect()
    }

    private func handle(_ event: ChatSyncEvent) {
        switch event {
        case .connected: report(.status("connected"))
        case .disconnected:
            report(.status("offline"))
            let client = chat.pubnubProvider
            Task { await localOrigin?.takeOver(while: { !client.isConnected() }) }
        case .outdated, .fetching: report(.status("catching up"))
        case .upToDate: report(.status("complete"))
        case .incomplete(_, let reason): report(.status("incomplete: \(reason)"))
        case .missing, .ignored: break
        case .storeDamaged(let reason): report(.notice("the stored data is damaged: \(reason)"))
        case .refused(let channels, _): report(.notice("no access to \(channels.joined(separator: ", "))"))
        case .tokenExpiring(let end): report(.notice("the access token ends at \(end)"))
        case .skipped(_, let error, _): report(.notice("\(error)"))
        case .mismatched(_, _, let fields, _): report(.notice("unexpected \(fields.joined(separator: ", "))"))
        }
    }

    private func connect() {
        let name = name
        start { [localOrigin] chat in
            // If another program already runs the local server, this one takes over when that ends.
            await localOrigin?.start()
            try await chat.subscribe(to: [name])
            // What happens to the user's memberships, also on other devices, is published to the user's own channel.
            try await chat.subscribe(to: [chat.currentUserId], withPresence: false)
            try await Retry.run(chat) {
                try await chat.waitUntilConnected()
                // Only members receive changes of other users.
                try await chat.dataProvider.join([name])
                // A new store contains no earlier messages.
                try await chat.dataProvider.syncRemoteMessages(MessageHistoryRequest(channels: [name]))
            }
        }
    }

    /// Unsubscribes, so that other users see this user leave, and closes the store.
    func close() async {
        try? await chat.unsubscribe(from: [name])
        try? await chat.close()
    }

    /// The messages to show, the oldest first.
    func messages() -> [RoomMessage] {
        content.roomMessages()
    }

    /// Waits until all actions ended and no message is queued.
    func finish() async {
        await lastMessage?.value
        await lastAction?.value
        do {
            try await Retry.run(chat) { [chat] in
                let sending = try await chat.dataProvider.sendOutbox()
                if let failure = sending.failures.first(where: { !$0.isPermanent }) { throw failure.error }
            }
            show(try await failures())
        } catch {
            report(.notice("\(error)"))
        }
    }
}

// MARK: Messages

extension ChatRoom {
    /// Stores a message, which shows it, and sends it after earlier ones when the service can be reached.
    func say(_ text: String) {
        guard text.contains(where: { !$0.isWhitespace }) else { return }
        let message = PubNubChatMessage(
            content: .init(text: text),
            pubnubUserId: chat.currentUserId,
            pubnubChannelId: channel
        )
        lastMessage = Task { [lastMessage] in
            await lastMessage?.value
            do {
                try await chat.dataProvider.queueMessage(SendMessageRequest(message: message))
            } catch {
                report(.notice("\(error)"))
            }
        }
    }

    /// Reports each change that the service refuses from now on.
    private func observeFailures() {
        let reading = Task {
            do {
                reportedFailures = Set(try await failures().map(\.id))
            } catch {
                report(.notice("\(error)"))
            }
            observe(chat.store.changes(of: ChatOutboxEntry.failed())) { room, change in
                room.show(change.entities)
            }
        }
        // A change that is refused before the earlier failures are read would count as one of them.
        lastAction = reading
        lastMessage = reading
    }

    private func failures() async throws -> [ChatOutboxEntry] {
        var changes = chat.store.changes(of: ChatOutboxEntry.failed()).makeAsyncIterator()
        return try await changes.next()?.entities ?? []
    }

    /// Reports the changes that were not reported before.
    private func show(_ failures: [ChatOutboxEntry]) {
        for failure in failures where !reportedFailures.contains(failure.id) {
            guard case .failed(let reason, _, _) = failure.state else { continue }
            report(.notice("not sent, see /retry and /discard: \(reason)"))
        }
        reportedFailures = Set(failures.map(\.id))
    }

    /// Sends the messages and other changes again that the service refused.
    func retryFailed() {
        start { chat in
            try await chat.dataProvider.retry()
        }
    }

    /// Discards the messages and other changes that the service refused.
    func discardFailed() {
        start { chat in
            var changes = chat.store.changes(of: ChatOutboxEntry.failed()).makeAsyncIterator()
            let failed = try await changes.next()?.entities ?? []
            try await chat.dataProvider.discard(failed.map(\.sequence))
        }
    }

    /// Edits a message for everyone.
    func edit(_ message: RoomContent.Row, to text: String) {
        start { chat in
            try await chat.dataProvider.editMessage(message.id, text: text)
        }
    }

    /// Removes the newest edit of a message by this user.
    func undoEdit(of message: RoomContent.Row) {
        start { chat in
            try await chat.dataProvider.undoEdit(ofMessage: message.id)
        }
    }

    /// Deletes a message so that it can be restored.
    func delete(_ message: RoomContent.Row) {
        start { chat in
            try await chat.dataProvider.deleteMessage(message.id)
        }
    }

    /// Restores a message that this user deleted.
    func restore(_ message: RoomContent.Row) {
        start { chat in
            try await chat.dataProvider.restoreMessage(message.id)
        }
    }

    /// Marks the stored messages of the room as read. Call it when the newest message is on the screen. Threads have no
    /// members, and so no markers.
    func markRead() {
        guard thread == nil, !isMarking, content.unread.map({ $0.count > 0 }) ?? (content.oldest != nil) else { return }
        isMarking = true
        Task {
            defer { isMarking = false }
            // Without a membership, which is stored after the first connection, nothing is unread.
            try? await chat.dataProvider.markRead(name)
        }
    }

    /// Reports the newest messages of the room or thread that contain words.
    func search(_ words: String) {
        let search = ChatSearch(words, channelIds: [channel], limit: 5)
        Task {
            do {
                let results = try await chat.store.search(search)
                report(.notice(results.isEmpty ? "no message contains “\(words)”" : "found:"))
                for result in results.reversed() { report(.notice(content.line(of: result))) }
            } catch {
                report(.notice("\(error)"))
            }
        }
    }

    /// Shows more stored messages. If all are shown, fetches older ones from history.
    func showOlder() {
        let count = content.messages?.count ?? 0
        if count >= limit {
            limit += 50
            observeMessages()
        } else if !isLoading {
            isLoading = true
            let request = MessageHistoryRequest(channels: [channel], start: content.oldest?.message.timetoken)
            Task {
                defer { isLoading = false }
                do {
                    try await chat.dataProvider.syncRemoteMessages(request)
                } catch {
                    report(
                        .notice(
                            "cannot load older messages: \((error as? PaginationError<MessageHistoryRequest>)?.error ?? error)"
                        )
                    )
                }
            }
        }
    }

    private func observeMessages() {
        observation?.cancel()
        observation = observe(chat.messageRows(on: channel, limit: limit)) { room, change in
            let isFirst = room.content.messages == nil
            room.content.messages = change.entities
            if isFirst { return }
            for message in change.insertions.reversed() { room.report(.arrived(message)) }
        }
    }
}

// MARK: Threads

extension ChatRoom {
    /// The channel of the messages that are shown.
    private var channel: String { thread?.id ?? name }

    /// Shows the thread of a message, and starts it if the message has none.
    func openThread(of message: RoomContent.Row) {
        start { [weak self] chat in
            let thread = try await chat.dataProvider.startThread(ofMessage: message.id)
            try await chat.subscribe(to: [thread.id])
            await self?.show(thread)
            // A new store contains no earlier replies.
            try await chat.dataProvider.syncRemoteMessages(MessageHistoryRequest(channels: [thread.id]))
        }
    }

    /// Shows the room again.
    func closeThread() { show(nil) }

    private func show(_ thread: ChatThread?) {
        self.thread = thread
        content.messages = nil
        chat.setVisibleChannels([channel])
        observeMessages()
        report(.changed)
    }
}

// MARK: Reactions, names and typing

extension ChatRoom {
    /// Adds a reaction to a message.
    func react(to message: RoomContent.Row, with value: String) {
        start { chat in
            try await chat.dataProvider.addReaction(value, on: message.id)
        }
    }

    /// Removes the newest reaction of this user.
    func unreact() {
        let user = chat.currentUserId
        let own = (content.messages ?? []).flatMap { row in
            row.message.messageActions
                .filter { action in action.pubnubUserId == user && row.reactions.contains { $0.value == action.value } }
                .map { (id: row.id, action: $0) }
        }
        guard let (id, reaction) = own.max(by: { $0.action.actionTimetoken < $1.action.actionTimetoken }) else {
            return
        }
        start { chat in
            try await chat.dataProvider.removeReaction(reaction.value, on: id, type: reaction.sourceType)
        }
    }

    /// Changes the name of this user for everyone.
    func rename(to name: String) {
        let request = ChatUserRequest(user: PubNubChatUser(id: chat.currentUserId, name: name))
        start { chat in
            try await chat.dataProvider.updateRemoteUser(request)
        }
    }

    /// Tells other users whether this user is typing. Call it for every key; the provider limits the signals.
    func type(isTyping: Bool) {
        Task {
            // Other users need no list of who is typing while this one is offline.
            try? await chat.typing.send(isTyping: isTyping, on: name)
        }
    }
}

// MARK: Tasks

extension ChatRoom {
    /// Starts an action after all earlier ones, and reports its error.
    private func start(_ action: @escaping @Sendable (PubNubChatProvider) async throws -> Void) {
        lastAction = Task { [lastAction] in
            await lastAction?.value
            do {
                try await action(chat)
            } catch {
                report(.notice("\(error)"))
            }
        }
    }

    @discardableResult private func observe<Changes: AsyncSequence & Sendable>(
        _ changes: Changes,
        _ apply: @escaping (ChatRoom, Changes.Element) -> Void
    ) -> Task<Void, any Error> where Changes.Element: Sendable {
        Task {
            for try await change in changes where !Task.isCancelled {
                apply(self, change)
                report(.changed)
            }
        }
    }
}
