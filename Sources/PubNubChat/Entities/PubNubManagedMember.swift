public import Foundation
public import GRDB

/// A stored membership.
public struct PubNubManagedMember: Identifiable, Hashable, Sendable {
    /// The identifiers of channel and user, joined.
    public let id: String
    /// The channel; nil if it was removed.
    public internal(set) var channelId: String?
    /// The user; nil if it was removed.
    public internal(set) var userId: String?
    /// The status of the membership.
    public internal(set) var status: String?
    /// The custom data as JSON, as the service sent it, including fields that the app's type lacks.
    public internal(set) var custom: Data
    /// The time of the last change at the service.
    public internal(set) var lastUpdated: Date?
    /// The service's tag.
    public internal(set) var eTag: String?
    /// Whether the user is present.
    public internal(set) var isPresent: Bool
    /// The state of the user on the channel, as JSON.
    public internal(set) var presenceState: Data?
    /// The source of the membership.
    var standing: Standing
    /// Whether the row shows that the current user joined or left, which the service does not have yet: see
    /// ``ChatOutboxEntry``.
    public internal(set) var isPending = false

    /// Whether the user is a member of the channel: at the service, or because the app stored a membership. A visitor is
    /// only present.
    public var isMember: Bool { standing != .visitor && channelId != nil && userId != nil }

    /// The source of a membership, which decides who may remove it.
    enum Standing: Int, Sendable, Comparable {
        /// Presence only: the user was seen on the channel.
        case visitor = 0
        /// The application stored it; the service may not have it yet.
        case application = 1
        /// The service had it when it last returned it.
        case service = 2

        static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }
}

extension PubNubManagedMember: FetchableRecord, PersistableRecord {
    /// The name of the table.
    public static let databaseTableName = "member"

    /// The channel of the membership.
    public static let channel = belongsTo(PubNubManagedChannel.self, using: ForeignKey(["channelId"]))

    /// The user of the membership.
    public static let user = belongsTo(PubNubManagedUser.self, using: ForeignKey(["userId"]))

    /// Reads a row.
    ///
    /// - Parameter row: The row.
    public init(row: Row) {
        self.init(ColumnReader(row: row, isOrdered: false))
    }

    /// Writes a row.
    ///
    /// - Parameter container: The container to write to.
    public func encode(to container: inout PersistenceContainer) {
        container["id"] = id
        container["channelId"] = channelId
        container["userId"] = userId
        container["status"] = status
        container["custom"] = custom
        container["lastUpdated"] = Storable.seconds(lastUpdated)
        container["eTag"] = eTag
        container["isPresent"] = isPresent
        container["presenceState"] = presenceState
        container["standing"] = standing.rawValue
    }

    /// A request for its channel.
    public var managedChannel: QueryInterfaceRequest<PubNubManagedChannel> { request(for: Self.channel) }

    /// A request for its user.
    public var managedUser: QueryInterfaceRequest<PubNubManagedUser> { request(for: Self.user) }

    mutating func apply(_ presence: MembershipPresence?) throws {
        guard let presence else { return }
        isPresent = presence.isPresent
        presenceState = try presence.presenceState.map {
            try presence.stateSource.text ?? CustomCoder.encoder.encode($0)
        }
        .applied(to: presenceState)
    }
}

extension PubNubManagedMember: OrderedRow {
    static let columnOrder = [
        "id", "channelId", "userId", "status", "custom", "lastUpdated", "eTag", "isPresent", "presenceState",
        "standing", "isPending", "lastRead",
    ]

    init(_ columns: ColumnReader) {
        id = columns.read("id", 0)
        channelId = columns.read("channelId", 1)
        userId = columns.read("userId", 2)
        status = columns.read("status", 3)
        custom = columns.read("custom", 4)
        lastUpdated = Storable.date(columns.read("lastUpdated", 5))
        eTag = columns.read("eTag", 6)
        isPresent = columns.read("isPresent", 7)
        presenceState = columns.read("presenceState", 8)
        standing = (columns.read("standing", 9) as Int?).flatMap { Standing(rawValue: $0) } ?? .application
        isPending = (columns.read("isPending", 10) as Bool?) ?? false
    }
}
