import Foundation
import GRDB

@testable import PubNubChat

/// Compares what a store holds with what the service has.
struct StoreCheck {
    let service: SimulatedService
    let copy: SimulatedStore.State
    let number: Int
    let traits: ChatTraits
    /// Whether the whole past was read after the last message was deleted.
    let isEverythingRead: Bool

    func check(_ db: Database) throws {
        try checkMessages(db)
        try checkReactions(db)
        try checkMembers(db)
        try checkMetadata("user", db)
        try checkMetadata("channel", db)
        try checkRows(db)
    }

    private func fail(_ invariant: ChatInvariant, _ text: String) -> ChatViolation {
        ChatViolation(invariant: invariant, text: "store \(number): \(text)")
    }

    private var firsts: [String: SimulatedService.Publication] {
        Dictionary(service.publications.map { ($0.id, $0) }) { first, second in
            first.at < second.at ? first : second
        }
    }

    private func checkMessages(_ db: Database) throws {
        let rows = try Row.fetchAll(db, sql: "SELECT * FROM message ORDER BY id")
        let stored = Dictionary(rows.map { ($0["id"] as String, $0) }) { first, _ in first }
        let deleted = Set(service.deleted.map(\.id))
        for id in stored.keys.sorted() where firsts[id] == nil {
            guard isEverythingRead || !deleted.contains(id) else { continue }
            throw fail(
                .messages,
                "\(id) is stored, and the service \(deleted.contains(id) ? "deleted" : "never had") it"
            )
        }
        for (id, first) in firsts.sorted(by: { $0.key < $1.key }) {
            guard let row = stored[id] else { throw fail(.messages, "\(id) is missing") }
            let found = ["text", "pubnubUserId", "pubnubChannelId", "timetoken"].map { name in
                (row[name] as DatabaseValue).description
            }
            let wanted = [first.text, first.author, first.channel].map(\.databaseValue.description) + ["\(first.at)"]
            guard found == wanted else { throw fail(.messages, "\(id) is \(found), not \(wanted)") }
            guard traits.contains(.rawContent), let content = first.form.content else { continue }
            let data: Data = row["content"]
            let isSame =
                try JSONDecoder().decode(ChatJSON.self, from: data)
                == JSONDecoder().decode(ChatJSON.self, from: Data(content.utf8))
            guard isSame else { throw fail(.content, "\(id) has \(String(decoding: data, as: UTF8.self))") }
        }
    }

    private func checkReactions(_ db: Database) throws {
        let sql = """
            SELECT pubnubParentId || ' ' || ifnull(pubnubUserId, '?') || ' ' || published || ' ' || value AS text, pubnubParentId AS id
            FROM messageAction WHERE pubnubParentId IS NOT NULL
            """
        let deleted = Set(service.deleted.map(\.id))
        let stored = try Row.fetchAll(db, sql: sql).filter { !deleted.contains($0["id"]) }
            .map { $0["text"] as String }.sorted()
        // Reactions to what somebody else published under the identifier may be shown or not.
        let isOwn = { (publication: SimulatedService.Publication) in
            firsts[publication.id]?.author == publication.author
        }
        let wanted = words(service.publications.filter(isOwn))
        let others = Set(words(service.publications.filter { !isOwn($0) }))
        guard stored.filter({ !others.contains($0) }) == wanted else {
            throw fail(.reactions, "\(stored), not \(wanted)")
        }
    }

    /// The reactions to publications.
    private func words(_ publications: [SimulatedService.Publication]) -> [String] {
        publications.flatMap { publication in
            publication.reactions.map { "\(publication.id) \($0.user) \($0.at) \($0.value)" }
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
            guard found == member.text else {
                throw fail(.members, "\(key.user) of \(key.channel) has \(found ?? "nothing"), not \(member.text)")
            }
        }
        for (key, row) in stored where service.members[key] == nil {
            guard row["eTag"] as String? == nil else {
                throw fail(.members, "\(key.user) of \(key.channel) is stored, and no member any more")
            }
        }
        for key in copy.forced.subtracting(service.everMembers) where stored[key]?["status"] as String? != "forced" {
            throw fail(.members, "\(key.user) of \(key.channel) was forced and is gone")
        }
        let present = Set(stored.filter { $0.value["isPresent"] }.keys)
        guard present == Set(service.present.keys) else {
            throw fail(.presence, "\(words(present)), not \(words(Set(service.present.keys)))")
        }
        let wrong = try String.fetchOne(
            db,
            sql: """
                SELECT id FROM channel WHERE memberCount <> (SELECT COUNT(*) FROM member WHERE channelId = channel.id)
                OR presentMemberCount <> (SELECT COUNT(*) FROM member WHERE channelId = channel.id AND isPresent)
                """
        )
        if let wrong { throw fail(.members, "the counts of \(wrong) are wrong") }
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
            let heard = copy.metadataHeard[id] ?? -1
            let isExact = heard == last.index || table == "channel" || isRead(user: id, since: last.at)
            let before = events.last { $0.index <= heard }?.name
            let names = isExact ? [last.name] : [before] + events.filter { $0.index > heard }.map(\.name)
            let found = stored[id] ?? nil
            guard names.contains(found) else {
                throw fail(.metadata, "\(table) \(id) is \(found ?? "unnamed"), not \(names.map { $0 ?? "unnamed" })")
            }
        }
    }

    /// Whether the members of a channel were read after the user became one of them and their metadata changed last.
    private func isRead(user id: String, since changed: Timetoken) -> Bool {
        service.members.contains { key, member in
            guard key.user == id, let read = copy.membersRead[key.channel], changed <= read else { return false }
            return member.updated <= Date(timeIntervalSince1970: Double(read) / 10_000_000)
        }
    }

    private func checkRows(_ db: Database) throws {
        guard try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").isEmpty else {
            throw fail(.rows, "a row refers to one that does not exist")
        }
        for row in try PubNubManagedMessage.fetchAll(db) {
            do {
                let _: ChatMessage<VoidCustomData> = try row.convert(from: db)
            } catch {
                throw fail(.rows, "\(row.id) cannot be converted: \(error)")
            }
        }
    }
}
