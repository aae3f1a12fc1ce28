import Foundation
import GRDB

@testable import PubNubChat

/// Compares the content of a store with the service.
struct StoreCheck {
    let service: SimulatedService
    let store: SimulatedStore.State
    let number: Int
    let userId: String
    let traits: ChatTraits
    private let isEverythingRead: Bool
    /// The first publication of each message.
    let firsts: [String: SimulatedService.Publication]
    /// The identifiers of the messages that the service deleted.
    private let deleted: Set<String>
    let messages: [PubNubManagedMessage]
    let actions: [PubNubManagedMessageAction]
    /// The status of each member of the service in the store.
    private let statuses: [SimulatedService.MemberKey: String]

    /// Reads the rows of a store.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - traits: The types of the steps.
    ///   - isEverythingRead: Whether the whole history was read after the last deletion of a message.
    ///   - db: The database of the store.
    /// - Throws: A `DatabaseError` if the rows cannot be read.
    init(
        _ store: SimulatedStore,
        traits: ChatTraits = .everything,
        isEverythingRead: Bool = false,
        _ db: Database
    ) throws {
        service = store.service.state
        self.store = store.current
        number = store.number
        userId = store.userId
        self.traits = traits
        self.isEverythingRead = isEverythingRead
        firsts = Dictionary(service.publications.map { ($0.id, $0) }) { $0.at < $1.at ? $0 : $1 }
        deleted = Set(service.deleted.map(\.id))
        messages = try PubNubManagedMessage.fetchAll(db)
        actions = try PubNubManagedMessageAction.fetchAll(db)
        let sql = "SELECT channelId, userId, status FROM member WHERE standing = 2 AND status IS NOT NULL"
        let members = try Row.fetchAll(db.cachedStatement(sql: sql)).map { row in
            (SimulatedService.MemberKey(channel: row[0], user: row[1]), row[2] as String)
        }
        statuses = Dictionary(members) { first, _ in first }
    }

    /// Throws a ``ChatViolation`` if an invariant does not hold.
    func check(_ db: Database) throws {
        try checkMessages()
        try checkRepublications(db)
        try checkReactions()
        try checkMentions(db)
        try checkDerived(db, isFetched: true)
        try checkMembers(db)
        try checkMetadata("user", db)
        try checkMetadata("channel", db)
        try checkRows(db)
    }

    /// Checks what a store derives from the messages and reactions that it has, which holds at any time.
    ///
    /// - Parameters:
    ///   - db: The database of the store.
    ///   - isFetched: Whether removed messages were fetched again.
    /// - Throws: A ``ChatViolation``.
    func checkDerived(_ db: Database, isFetched: Bool = false) throws {
        try checkEdits()
        try checkUnread(db, isFetched)
        try checkSearch(db)
        try checkDrafts(db)
        try checkLocal(db)
    }

    func fail(_ invariant: ChatInvariant, _ text: String) -> ChatViolation {
        ChatViolation(invariant: invariant, text: "store \(number): \(text)")
    }

    private func checkMessages() throws {
        let stored = Dictionary(messages.map { ($0.id, $0) }) { first, _ in first }
        for id in stored.keys.sorted() where firsts[id] == nil {
            guard isEverythingRead || !deleted.contains(id) else { continue }
            throw fail(
                .messages,
                "\(id) is stored, and the service \(deleted.contains(id) ? "deleted" : "never had") it"
            )
        }
        for (id, first) in firsts.sorted(by: { $0.key < $1.key }) {
            guard let row = stored[id] else {
                // History before the first subscription is fetched only if the application asks for it.
                if first.at <= store.begun { continue }
                throw fail(.messages, "\(id) is missing")
            }
            let isRight =
                (row.text, row.pubnubUserId, row.pubnubChannelId, row.timetoken)
                == (first.text, first.author, first.channel, first.at)
            guard isRight else { throw fail(.messages, "\(id) is \(row), not \(first)") }
            guard traits.contains(.rawContent), let content = first.form.content else { continue }
            let isSame =
                try JSONDecoder().decode(JSON.self, from: row.content)
                == JSONDecoder().decode(JSON.self, from: Data(content.utf8))
            guard isSame else { throw fail(.content, "\(id) has \(String(decoding: row.content, as: UTF8.self))") }
        }
    }

    /// Checks that each message has all its publications.
    private func checkRepublications(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT messageId, timetoken FROM messageCopy")
        let stored = Set(rows.map { "\($0[0] as String) \($0[1] as Int64)" })
        for publication in service.publications where isOwn(publication) && !deleted.contains(publication.id) {
            guard
                publication.at == firsts[publication.id]?.at
                    || stored.contains("\(publication.id) \(publication.at)")
            else { throw fail(.messages, "\(publication.id) lacks its publication at \(publication.at)") }
        }
    }

    private func checkReactions() throws {
        let stored = actions.compactMap { action -> String? in
            guard let id = action.pubnubParentId, !deleted.contains(id) else { return nil }
            return "\(id) \(action.pubnubUserId ?? "?") \(action.published) \(action.value)"
        }.sorted()
        let known = Set(messages.map(\.id))
        let wanted = words(service.publications.filter { isOwn($0) && ($0.at > store.begun || known.contains($0.id)) })
        guard stored == wanted else { throw fail(.reactions, "\(stored), not \(wanted)") }
    }

    /// Compares the edits in the rows of messages with the stored reactions, which are those of the service.
    private func checkEdits() throws {
        let actions = Dictionary(grouping: actions, by: \.pubnubParentId)
        for row in messages {
            let changes = (actions[row.id] ?? []).filter { ["edited", "deleted"].contains($0.sourceType) }
            let counted = changes.filter { mayChange(row, $0) }
            let edits = counted.filter { $0.sourceType == "edited" }
            let isUnreadable = edits.contains(where: isSealed)
            let newest = edits.filter { !isSealed($0) }
                .max { ($0.published, $0.id) < ($1.published, $1.id) }
            let isDeleted = counted.contains { $0.sourceType == "deleted" }
            guard (row.editedText, row.editTimetoken, row.isDeleted) == (newest?.value, newest?.published, isDeleted)
            else { throw fail(.edits, "\(row.id) has the text \(row.currentText)") }
            guard row.hasUnreadableEdit == isUnreadable else {
                let text = "\(row.id) is \(isUnreadable ? "not " : "")marked as unreadable"
                throw fail(.edits, "\(text): \(changes.map(\.id))")
            }
            guard row.ignoredChanges == changes.count - counted.count else {
                throw fail(.edits, "\(row.id) ignores \(row.ignoredChanges) of \(changes.map(\.id))")
            }
            let own = ChatThread(parentChannelId: row.pubnubChannelId ?? "", parentTimetoken: 0).id.dropLast()
            let first = (actions[row.id] ?? [])
                .filter { $0.sourceType == "threadRootId" && $0.value == "\(own)\($0.pubnubParentTimetoken)" }
                .min { ($0.published, $0.id) < ($1.published, $1.id) }
            guard row.threadId == first?.value else {
                throw fail(.threads, "\(row.id) has the thread \(row.threadId ?? "none")")
            }
        }
    }

    /// Whether only clients with the key can read an edit.
    private func isSealed(_ edit: PubNubManagedMessageAction) -> Bool { edit.value.hasPrefix(EditCipher.beginning) }

    /// Whether a change counts: that of the author, or of a user whom the policy accepts.
    private func mayChange(_ row: PubNubManagedMessage, _ change: PubNubManagedMessageAction) -> Bool {
        guard let user = change.pubnubUserId, let channel = row.pubnubChannelId else { return false }
        let status = statuses[.init(channel: channel, user: user)]
        return user == row.pubnubUserId
            || (change.sourceType == "edited"
                ? status == Names.editors : user == Names.moderator || status == Names.deleters)
    }

    private func checkMentions(_ db: Database) throws {
        for user in 0..<Names.users {
            let found = try PubNubManagedMessage.newestMessagesBy(mentionedUserId: Names.user(user), limit: 100)
                .fetchAll(db).map(\.id).filter { !deleted.contains($0) }
            let wanted = messages.filter { row in
                row.timetoken > 0 && !row.isDeleted && !deleted.contains(row.id)
                    && firsts[row.id]?.form.mentions.contains(Names.user(user)) == true
            }.map(\.id)
            guard found.sorted() == wanted.sorted() else {
                throw fail(.threads, "\(found.sorted()) mention u\(user), not \(wanted.sorted())")
            }
        }
    }

    private func checkDrafts(_ db: Database) throws {
        let drafts = try ChatDraft.fetchAll(db).map { ($0.id, "\($0.text) \($0.replyTo ?? "")") }
        let found = Dictionary(drafts) { first, _ in first }
        guard found == store.drafts else { throw fail(.drafts, "\(found), not \(store.drafts)") }
    }

    /// Compares the ranges of history that the store reports as stored with its messages.
    ///
    /// A publication by another author than the first is not a message: the store leaves it out when it arrives, and the
    /// removal of the message later does not make its place in history missing.
    private func checkLocal(_ db: Database) throws {
        let stored = Set(messages.map(\.id))
        for channel in Names.channels {
            let ranges = try Ledger(db: db).localRanges(of: channel)
            for publication in service.publications where publication.channel == channel && isOwn(publication) {
                guard !ranges.contains(publication.at) || stored.contains(publication.id) else {
                    throw fail(.local, "\(publication.id) is missing in \(ranges.ranges)")
                }
            }
        }
    }

    /// Whether a publication has the author of the first publication of its message. Only those belong to the message.
    private func isOwn(_ publication: SimulatedService.Publication) -> Bool {
        firsts[publication.id]?.author == publication.author
    }

    /// Compares counts with the stored messages. Those that were removed stay unread, and are counted separately.
    private func checkUnread(_ db: Database, _ isFetched: Bool) throws {
        let user = userId
        let rows = try Row.fetchAll(db, sql: "SELECT id, base FROM unreadCount").map { ($0[0] as String, $0[1] as Int) }
        let removed = Dictionary(rows) { first, _ in first }
        for row in try ChatUnreadCount.fetchAll(db) {
            let unread = messages.filter { message in
                message.pubnubChannelId == row.id && message.timetoken > row.lastRead && !message.isDeleted
                    && message.pubnubUserId != user
            }
            let estimate = removed[row.id] ?? 0
            let isRight = row.count - estimate == unread.count && row.isExact == (estimate == 0)
            guard isRight, estimate == 0 || !isFetched else {
                let text = "\(row.id) has \(row.count) unread messages, \(estimate) of them removed"
                throw fail(.unread, "\(text), not \(unread.map(\.id).sorted())")
            }
        }
    }

    /// Compares the own read markers and the shown changes of memberships with the service, which has everything that the
    /// application asked for. So all devices of a user agree.
    func checkMemberships(_ db: Database) throws {
        let rows = Dictionary(try ChatUnreadCount.fetchAll(db).map { ($0.id, $0) }) { first, _ in first }
        for channel in Names.channels {
            let member = service.members[.init(channel: channel, user: userId)]
            let row = rows[channel]
            let isRight =
                switch (member, member?.marker, row) {
                case (nil, _, nil): true
                // It counts from the date of the membership.
                case (.some, nil, .some(let row)): row.isAssumed
                case (.some, .some(let marker), .some(let row)): !row.isAssumed && row.lastRead == marker
                default: false
                }
            guard isRight else {
                throw fail(.unread, "\(channel) is read up to \(row?.lastRead ?? 0), not \(member?.marker ?? 0)")
            }
        }
        let pending = try String.fetchOne(
            db,
            sql: "SELECT id FROM member WHERE isPending UNION SELECT id FROM unreadCount WHERE isPending"
        )
        if let pending { throw fail(.memberships, "\(pending) waits, and everything was sent") }
        for row in try Row.fetchAll(db, sql: "SELECT id, type FROM channel") {
            let (id, type) = (row[0] as String, row[1] as String)
            guard type == service.channels[id]?.type ?? "default" else {
                throw fail(.metadata, "channel \(id) has the type \(type)")
            }
        }
    }

    /// Compares the results of searches with the stored messages.
    private func checkSearch(_ db: Database) throws {
        let messages = messages.filter { $0.timetoken > 0 && !$0.isDeleted }
        let channel = Names.channels[0]
        let author = userId
        let searches = [
            ChatSearch("of", matchesPrefix: false, limit: 500),
            ChatSearch("v2", matchesPrefix: false, limit: 500),
            ChatSearch("of", channelIds: [channel], authorIds: [author], matchesPrefix: false, limit: 500),
        ]
        for search in searches {
            let wanted = messages.filter { message in
                message.currentText.split(separator: " ").contains { $0 == search.text }
                    && (search.channelIds.isEmpty || message.pubnubChannelId == channel)
                    && (search.authorIds.isEmpty || message.pubnubUserId == author)
            }
            let found = try ChatSearchResult.fetchAll(db, search).map(\.id).sorted()
            guard found == wanted.map(\.id).sorted() else {
                throw fail(.search, "“\(search.text)” finds \(found), not \(wanted.map(\.id).sorted())")
            }
        }
    }

    /// The reactions to publications.
    private func words(_ publications: [SimulatedService.Publication]) -> [String] {
        publications.flatMap { publication in
            publication.reactions.map { "\(publication.id) \($0.user) \($0.at) \($0.sent(to: publication))" }
        }.sorted()
    }

    private func checkMembers(_ db: Database) throws {
        var stored: [SimulatedService.MemberKey: Row] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT * FROM member") {
            guard let channel = row["channelId"] as String?, let user = row["userId"] as String? else { continue }
            stored[.init(channel: channel, user: user)] = row
        }
        for (key, member) in service.members {
            let found = stored[key]?["status"] as String?
            guard found == member.status, stored[key]?["standing"] == 2 else {
                throw fail(
                    .members,
                    "\(key.user) of \(key.channel) has \(found ?? "nothing"), not \(member.status ?? "none")"
                )
            }
        }
        for (key, row) in stored where service.members[key] == nil {
            guard row["eTag"] as String? == nil else {
                throw fail(.members, "\(key.user) of \(key.channel) is stored, and no member any more")
            }
        }
        for key in store.forced.subtracting(service.everMembers) where stored[key]?["status"] as String? != "forced" {
            throw fail(.members, "\(key.user) of \(key.channel) was forced and is gone")
        }
        let present = Set(stored.filter { $0.value["isPresent"] }.keys)
        guard present == Set(service.present.keys) else {
            throw fail(.presence, "\(words(present)), not \(words(Set(service.present.keys)))")
        }
        let wrong = try String.fetchOne(
            db,
            sql: """
                SELECT id FROM channel WHERE
                    memberCount <> (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND standing > 0)
                    OR presentMemberCount <>
                        (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND standing > 0 AND isPresent)
                    OR presentCount <> (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND isPresent)
                """
        )
        if let wrong { throw fail(.members, "the counts of \(wrong) are wrong") }
        let gone = try String.fetchOne(db, sql: "SELECT id FROM member WHERE standing = 0 AND NOT isPresent")
        if let gone { throw fail(.presence, "the visitor \(gone) left and is stored") }
    }

    private func words(_ keys: Set<SimulatedService.MemberKey>) -> [String] {
        keys.map { "\($0.user)@\($0.channel)" }.sorted()
    }

    /// A change of the metadata of one object.
    private struct MetadataEvent {
        let index: Int
        let at: Timetoken
        /// nil if the metadata was deleted.
        let name: String?
    }

    private func checkMetadata(_ table: String, _ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM \(table)")
        let stored = Dictionary(rows.map { ($0["id"] as String, $0["name"] as String?) }) { first, _ in first }
        var events: [String: [MetadataEvent]] = [:]
        for (index, event) in service.log.enumerated() {
            guard let metadata = event.metadata, (event.channel != nil) == (table == "channel") else { continue }
            events[metadata.id, default: []].append(
                MetadataEvent(index: index, at: event.arrival.timetoken, name: metadata.name)
            )
        }
        for (id, events) in events.sorted(by: { $0.key < $1.key }) {
            guard let last = events.last else { continue }
            let received = store.metadataReceived[id] ?? -1
            let isExact = received == last.index || table == "channel" || isRead(user: id, since: last.at)
            let before = events.last { $0.index <= received }?.name
            let names = isExact ? [last.name] : [before] + events.filter { $0.index > received }.map(\.name)
            let found = stored[id] ?? nil
            guard names.contains(found) else {
                throw fail(.metadata, "\(table) \(id) is \(found ?? "unnamed"), not \(names.map { $0 ?? "unnamed" })")
            }
        }
    }

    /// Whether the members of a channel were read after the user became a member and after their last change of
    /// metadata.
    private func isRead(user id: String, since changed: Timetoken) -> Bool {
        service.members.contains { key, member in
            guard key.user == id, let read = store.membersRead[key.channel], changed <= read else { return false }
            return member.updated <= Date(timeIntervalSince1970: Double(read) / 10_000_000)
        }
    }

    private func checkRows(_ db: Database) throws {
        guard try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty else {
            throw fail(.rows, "a row refers to one that does not exist")
        }
        do {
            let converted: [ChatMessage<VoidCustomData>] = try PubNubManagedMessage.convert(messages, from: db)
            guard converted.map(\.id) == messages.map(\.id) else {
                throw fail(.rows, "\(converted.count) of \(messages.count) messages are converted")
            }
        } catch let error as ChatError {
            throw fail(.rows, "a message cannot be converted: \(error)")
        }
    }
}
