import PubNubWire

/// All memberships of a keyset, by either end.
struct MembershipTable: Sendable {
    private struct Ends: Sendable, Hashable {
        let user: NameKey
        let channel: NameKey

        init(user: String, channel: String) {
            self.user = NameKey(user)
            self.channel = NameKey(channel)
        }
    }

    /// The memory that a membership takes without its content, in bytes.
    private static let overhead = 1024

    private(set) var bytes = 0
    private var records: [Ends: MembershipRecord] = [:]
    private var channels: [NameKey: SortedIndex<OrderedText>] = [:]
    private var users: [NameKey: SortedIndex<OrderedText>] = [:]

    var count: Int { records.count }

    subscript(user user: String, channel channel: String) -> MembershipRecord? {
        records[Ends(user: user, channel: channel)]
    }

    /// The identifiers at the other end of the memberships that a user or a channel has, in order.
    func others(of id: String, _ kind: ObjectKind) -> SortedIndex<OrderedText> {
        (kind == .user ? channels[id] : users[id]) ?? SortedIndex()
    }

    /// Puts a membership in the place of an earlier one.
    mutating func set(_ record: MembershipRecord) {
        let ends = Ends(user: record.user, channel: record.channel)
        bytes += record.content.bytes + Self.overhead
        if let old = records.updateValue(record, forKey: ends) {
            bytes -= old.content.bytes + Self.overhead
        } else {
            channels[record.user, default: SortedIndex()].insert(OrderedText(text: record.channel))
            users[record.channel, default: SortedIndex()].insert(OrderedText(text: record.user))
        }
    }

    mutating func remove(user: String, channel: String) {
        guard let old = records.removeValue(forKey: Ends(user: user, channel: channel)) else { return }
        bytes -= old.content.bytes + Self.overhead
        channels[old.user]?.remove(OrderedText(text: old.channel))
        if channels[old.user]?.isEmpty == true { channels[old.user] = nil }
        users[old.channel]?.remove(OrderedText(text: old.user))
        if users[old.channel]?.isEmpty == true { users[old.channel] = nil }
    }
}

/// A user's membership in a channel.
package struct MembershipRecord: Sendable, Equatable {
    package let user: String
    package let channel: String
    package var content = ObjectContent()
    /// The timetoken of its last change.
    package var updated: UInt64

    package init(user: String, channel: String, content: ObjectContent = ObjectContent(), updated: UInt64) {
        self.user = user
        self.channel = channel
        self.content = content
        self.updated = updated
    }

    /// Memberships with equal content have equal ones.
    var eTag: String { ObjectTag.ofMembership(content) }

    /// The identifier at one of its ends.
    func id(of kind: ObjectKind) -> String { kind == .user ? user : channel }
}

/// A membership as one of its ends lists it.
struct RelationEntry: Sendable {
    let record: MembershipRecord
    /// The other end.
    let id: String
    /// The metadata of the other end; nil if none was set.
    let related: MetadataRecord?

    func value(at path: ObjectPath) -> ObjectValue {
        guard path.isRelated else {
            switch path.field {
            case .id: return .missing
            case .updated: return .instant(Instant(timetoken: record.updated))
            case .text(let field): return record.content[field].map { .text($0) } ?? .missing
            case .custom(let name): return record.content.custom?[name].flatMap { ObjectValue($0) } ?? .missing
            }
        }
        return path.field == .id ? .text(id) : related?.value(of: path.field) ?? .missing
    }
}
