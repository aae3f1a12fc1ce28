import Foundation
import GRDB
import PubNub

@testable import PubNubChat

/// Compares what screens show with a plain model: loops over the stored messages, reactions and members, and the data of the
/// service.
extension StoreCheck {
    /// A row of a message, as text.
    private typealias Line = [String]

    func checkScreens(_ screens: SimulatedStore, _ db: Database) throws {
        for (channel, screen) in screens.rooms.sorted(by: { $0.key < $1.key }) {
            let rows = try screen.current(db)
            guard screen.rows == rows else {
                throw fail(
                    .observation,
                    "the screen of \(channel) shows \(screen.rows.map(\.id)), not \(rows.map(\.id))"
                )
            }
            let (found, wanted) = (rows.map(line), try messageLines(on: channel, db))
            guard found == wanted else { throw fail(.messageRows, "\(channel) shows \(found), not \(wanted)") }
        }
        let lines = try channelLines(db)
        try check("the list", screens.list, lines, db)
        let directs = lines.filter { service.channels[$0.first ?? ""]?.type == "direct" }
        try check("the list of direct chats", screens.directs, Array(directs.prefix(1)), db)
    }

    private func check(
        _ name: String,
        _ screen: SimulatedStore.ChannelScreen,
        _ wanted: [Line],
        _ db: Database
    ) throws {
        let rows = try screen.current(db)
        guard screen.rows == rows else {
            throw fail(.observation, "\(name) shows \(screen.rows.map(\.id)), not \(rows.map(\.id))")
        }
        let found = rows.map(line)
        guard found == wanted else { throw fail(.channelRows, "\(name) has \(found), not \(wanted)") }
    }

    private func line(_ row: ChatMessageRow<VoidCustomData>) -> Line {
        [
            row.id, row.text, "by \(row.message.pubnubUserId)", row.author?.name ?? "unnamed", "own: \(row.isOwn)",
            "read: \(row.isRead)", "readers: \(row.readBy)",
            row.reactions.map { "\($0.value) \($0.count) \($0.isMine) \($0.userIds)" }.joined(separator: ", "),
            "\(row.thread?.id ?? "") \(row.thread?.replyCount ?? 0)", "\(row.sendState)",
            "pending: \(row.pending.map { "\($0)" }.sorted())",
        ]
    }

    private func messageLines(on channel: String, _ db: Database) throws -> [Line] {
        let names = try names(db)
        let marker = try ChatUnreadCount.fetchOne(db, id: channel)?.lastRead
        let outbox = try ChatOutboxEntry.fetchAll(db).filter { !$0.state.isFailed }
        let (published, unsent) = messages.filter { $0.pubnubChannelId == channel }
            .reduce(into: ([PubNubManagedMessage](), [PubNubManagedMessage]())) { lists, row in
                if row.timetoken > 0 { lists.0.append(row) } else { lists.1.append(row) }
            }
        let order = store.order
        let all =
            unsent.sorted { order.firstIndex(of: $0.id) ?? 0 > order.firstIndex(of: $1.id) ?? 0 }
            + published.sorted { $0.timetoken > $1.timetoken }
        return all.map { row in
            let isOwn = row.pubnubUserId == userId
            let replies = messages.filter { $0.pubnubChannelId == row.threadId && $0.timetoken > 0 && !$0.isDeleted }
            let changes = outbox.filter { $0.messageId == row.id && $0.kind != .message }
                .compactMap { ChatPendingChange($0.kind, $0.value) }
            return [
                row.id, row.currentText, "by \(row.pubnubUserId ?? "")", names[row.pubnubUserId ?? ""] ?? "unnamed",
                "own: \(isOwn)", "read: \(isOwn || row.timetoken <= marker ?? .max)",
                "readers: \(readers(of: row))",
                reactions(to: row.id), "\(row.threadId ?? "") \(row.threadId == nil ? 0 : replies.count)",
                "\(row.timetoken > 0 ? .sent : row.sendState)", "pending: \(Set(changes).map { "\($0)" }.sorted())",
            ]
        }
    }

    /// The members who have read a message, those with the latest markers first.
    private func readers(of row: PubNubManagedMessage) -> [String] {
        guard row.timetoken > 0 else { return [] }
        let readers = service.members.filter { key, member in
            key.channel == row.pubnubChannelId && key.user != userId && key.user != row.pubnubUserId
                && member.marker ?? 0 >= row.timetoken
        }
        return readers.sorted { ($1.value.marker ?? 0, $0.key.user) < ($0.value.marker ?? 0, $1.key.user) }
            .map(\.key.user)
    }

    /// The reactions to a message, each value once, with the users who added it.
    private func reactions(to id: String) -> String {
        let all = actions.filter { $0.pubnubParentId == id && ["reaction", "reactions"].contains($0.sourceType) }
            .sorted { ($0.published, $0.id) < ($1.published, $1.id) }
        var values: [String] = []
        for action in all where !values.contains(action.value) { values.append(action.value) }
        return values.map { value in
            var users: [String] = []
            for action in all where action.value == value {
                let user = action.pubnubUserId ?? ""
                if !users.contains(user) { users.append(user) }
            }
            return "\(value) \(users.count) \(users.contains(userId)) \(users)"
        }.joined(separator: ", ")
    }

    private func line(_ row: ChatChannelRow<VoidCustomData>) -> Line {
        [
            row.id, row.title, "last: \(row.lastMessage?.id ?? "none")", "\(row.unread?.count ?? -1) unread",
            "\(row.mentions) mentions", "\(row.memberCount) members", "\(row.presentCount) present",
            "others: \(row.others.map(\.id))", "draft: \(row.draft ?? "none")", "at \(row.activity)",
        ]
    }

    private func channelLines(_ db: Database) throws -> [Line] {
        let unread = try ChatUnreadCount.fetchAll(db)
        let names = try names(db)
        var lines: [(activity: Timetoken, line: Line)] = []
        for channel in Names.channels {
            guard let own = service.members[.init(channel: channel, user: userId)] else { continue }
            let rows = messages.filter { $0.pubnubChannelId == channel }
            let shown = rows.filter { !$0.isDeleted }
            let count = unread.first { $0.id == channel }
            let mentions = shown.filter { row in
                row.timetoken > count?.lastRead ?? .max && row.pubnubUserId != userId
                    && form(of: row)?.mentions.contains(userId) == true
            }
            let members = try String.fetchAll(
                db,
                sql: "SELECT userId FROM member WHERE channelId = ? AND standing > 0 ORDER BY userId",
                arguments: [channel]
            )
            let activity =
                rows.map(\.timetoken).max().flatMap { $0 > 0 ? $0 : nil }
                ?? Timetoken((own.updated.timeIntervalSince1970 * 10_000_000).rounded())
            let others = Array(members.filter { $0 != userId }.prefix(5))
            let isDirect = service.channels[channel]?.type == "direct"
            let title =
                isDirect && !others.isEmpty
                ? others.map { names[$0] ?? $0 }.joined(separator: ", ") : service.channels[channel]?.text ?? channel
            let last =
                shown.filter { $0.timetoken == 0 }
                .max { store.order.firstIndex(of: $0.id) ?? 0 < store.order.firstIndex(of: $1.id) ?? 0 }
                ?? shown.max { $0.timetoken < $1.timetoken }
            let line: Line = [
                channel, title,
                "last: \(last?.id ?? "none")",
                "\(count?.count ?? -1) unread", "\(mentions.count) mentions", "\(members.count) members",
                "\(service.present.keys.filter { $0.channel == channel }.count) present",
                "others: \(others)",
                "draft: \(store.drafts[channel]?.split(separator: " ").first.map(String.init) ?? "none")",
                "at \(activity)",
            ]
            lines.append((activity, line))
        }
        return lines.sorted { ($1.activity, $0.line[0]) < ($0.activity, $1.line[0]) }.map(\.line)
    }

    /// The form of the publication that a store shows. It learns later that the service deleted one.
    private func form(of row: PubNubManagedMessage) -> PayloadForm? {
        (firsts[row.id] ?? service.deleted.first { $0.id == row.id && $0.at == row.timetoken })?.form
    }

    private func names(_ db: Database) throws -> [String: String] {
        let rows = try Row.fetchAll(db, sql: "SELECT id, name FROM user WHERE name IS NOT NULL")
        return Dictionary(rows.map { ($0[0] as String, $0[1] as String) }) { first, _ in first }
    }

    /// Checks that every message of another user that was published after the first subscription was announced, unless the user
    /// may have read it first, or it was deleted at some time.
    func checkArrivals(_ db: Database) throws {
        let markers = try ChatUnreadCount.fetchAll(db)
        let deletions = service.log.compactMap { event -> Timetoken? in
            guard case .reaction(let reaction) = event.arrival.event, reaction.type == "deleted" else { return nil }
            return reaction.parentTimetoken
        }
        for row in messages where row.pubnubUserId != userId && row.timetoken > store.begun {
            let channel = row.pubnubChannelId ?? ""
            let publications = service.publications(of: row.id)
            let isPlain =
                Set(publications.map(\.author)).count == 1
                && !publications.contains { deletions.contains($0.at) }
                && !service.endedMembers.contains(.init(channel: channel, user: userId))
                && row.timetoken > markers.first { $0.id == channel }?.lastRead ?? 0
                && row.timetoken > store.highestMarkers[channel] ?? 0
                && row.timetoken > service.highestMarkers[.init(channel: channel, user: userId)] ?? 0
            guard isPlain else { continue }
            guard store.announced[Announcement(id: row.id, author: row.pubnubUserId ?? "")] != nil else {
                throw fail(.arrivals, "\(row.id) is stored and was not announced")
            }
        }
    }
}
