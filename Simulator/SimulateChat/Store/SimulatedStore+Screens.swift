import GRDB

@testable import PubNubChat

/// A message of another user that the application announced.
struct Announcement: Hashable, Sendable {
    let id: String
    let author: String
}

/// The screens of the application, and the messages that it announces.
extension SimulatedStore {
    typealias MessageScreen = SimulatedScreen<ChatMessageRow<Model>>
    typealias ChannelScreen = SimulatedScreen<ChatChannelRow<Model>>

    /// The live query of `ChatProvider.messageRows(on:limit:)`.
    static func messages(
        on channel: String,
        of user: String,
        _ mistake: ChatMistake
    ) -> LiveQuery<ChatMessageRow<Model>> {
        let reader = MessageRowReader<Model>(owner: user)
        let watched = mistake.watchesAllRooms ? Names.channels : [channel]
        return LiveQuery { db in
            let rows = try reader.newest(on: channel, limit: 50, db)
            return LiveResult(elements: rows, rows: MessageRowReader.watched(by: rows, on: watched))
        }
    }

    /// The live query of `ChatProvider.channelRows(_:limit:pinnedBy:)`.
    static func channels(_ list: ChatChannelList, of user: String, limit: Int) -> LiveQuery<ChatChannelRow<Model>> {
        let reader = ChannelRowReader<Model>(owner: user, list: list, limit: limit, pin: nil)
        return LiveQuery { db in
            let rows = try reader.read(db)
            return LiveResult(elements: rows, rows: try reader.watched(by: rows, db))
        }
    }

    /// Reads the screens of which rows changed.
    func look() throws {
        for screen in rooms.values { try screen.look() }
        try list.look()
        try directs.look()
    }

    /// Ends the program of the application.
    func close() {
        for screen in rooms.values { screen.close() }
        list.close()
        directs.close()
        feed.close()
    }

    /// Announces messages from now on, also those that the store has and a former program did not announce.
    func announce() {
        let (number, user) = (number, userId)
        let receive: @Sendable (ChatArrival<Model>) -> Void = { [weak self] arrival in
            guard let self else { return }
            let message = arrival.message
            let found = Announcement(id: message.id, author: message.pubnubUserId)
            // A connection for reading sees only what is committed.
            let isStored = (try? store.read { try PubNubManagedMessage.fetchOne($0, id: message.id) })?.timetoken
            change { state in
                let former = state.announced.updateValue(message.timetoken, forKey: found)
                let fault: String? =
                    if let former, former == message.timetoken || !state.removed.contains(found.id) {
                        "is announced again"
                    } else if found.author == user {
                        "is announced to its author"
                    } else if message.timetoken <= state.begun {
                        "is announced, and is older than the first subscription"
                    } else if isStored != message.timetoken {
                        "is announced before it is stored"
                    } else {
                        nil
                    }
                guard let fault, state.violation == nil else { return }
                let text = "store \(number): \(found.id) of \(found.author) \(fault)"
                state.violation = ChatViolation(invariant: .arrivals, text: text)
            }
        }
        feed.listen(on: nil, receive: receive) {}
        awaitAnnouncements()
    }

    /// Waits until everything that was noted is announced. The feed writes after the write that noted it, and a second time
    /// after it began.
    func awaitAnnouncements() {
        for _ in 0..<2 { store.writer.writeWithoutTransaction { _ in } }
    }

    /// The messages among events that are newer than everything that the store has, by channel.
    func news(among arrivals: [LiveArrival]) throws -> [LiveArrival] {
        let messages = arrivals.filter { if case .message = $0.event { true } else { false } }
        guard !messages.isEmpty else { return [] }
        return try store.read { db in
            try messages.filter { try $0.timetoken > Ledger(db: db).progress(of: $0.channel) ?? .max }
        }
    }

    /// Checks that messages that arrived were announced, unless the user wrote, read or deleted them.
    func checkAnnounced(_ news: [LiveArrival]) throws {
        guard !news.isEmpty else { return }
        let announced = current.announced
        let rows = try store.read { db in
            try news.flatMap { arrival in
                try PubNubManagedMessage.fetchAll(
                    db.cachedStatement(
                        sql: """
                            SELECT * FROM message WHERE pubnubChannelId = ?1 AND timetoken = ?2 AND NOT isDeleted
                                AND NOT EXISTS (SELECT 1 FROM unreadCount WHERE id = ?1 AND lastRead >= ?2)
                            """
                    ),
                    arguments: [arrival.channel, Int64(clamping: arrival.timetoken)]
                )
            }
        }
        for row in rows where row.pubnubUserId != userId {
            guard announced[Announcement(id: row.id, author: row.pubnubUserId ?? "")] != nil else {
                throw ChatViolation(
                    invariant: .arrivals,
                    text: "store \(number): \(row.id) arrived and is not announced"
                )
            }
        }
    }

    /// Checks that events of other rooms did not wake the screen of a room.
    func checkAsleep(after arrivals: [LiveArrival]) throws {
        let isOnlyMessages = arrivals.allSatisfy { arrival in
            switch arrival.event {
            case .message, .reaction: true
            default: false
            }
        }
        guard isOnlyMessages else { return }
        let touched = Set(arrivals.map(\.channel))
        for (channel, screen) in rooms.sorted(by: { $0.key < $1.key })
        where !touched.contains(channel) && screen.isWoken {
            throw ChatViolation(
                invariant: .scope,
                text: "store \(number): events of \(touched.sorted()) cause a read of the messages on \(channel)"
            )
        }
    }
}
