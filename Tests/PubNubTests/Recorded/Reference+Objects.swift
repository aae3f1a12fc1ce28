import Foundation

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

extension Reference {
    /// An object of App Context: its strings by the service's names, its date, its custom values, its other side.
    struct Object: Equatable {
        var texts: [String: String] = [:]
        /// Millionths of a second since 1970.
        var updated: Int64?
        var custom: JSON?
        var other: [Object] = []
    }

    /// A page of objects.
    struct Objects: Equatable {
        var items: [Object] = []
        var totalCount: UInt = 0
        var next: String?
        var prev: String?
    }

    /// The objects in a response, one or a page; an empty page for the response to a removal.
    static func objects(_ json: Any, isRemoval: Bool) -> Objects? {
        guard let members = json as? [String: Any] else { return nil }
        if isRemoval { return members["data"] == nil ? nil : Objects() }
        if let one = members["data"] as? [String: Any] { return Objects(items: [object(one)]) }
        guard let elements = members["data"] as? [[String: Any]] else { return nil }
        return Objects(
            items: elements.map(object),
            totalCount: members["totalCount"] as? UInt ?? 0,
            next: members["next"] as? String,
            prev: members["prev"] as? String
        )
    }

    private static let texts = [
        "id", "name", "externalId", "profileUrl", "email", "description", "status", "type", "eTag",
    ]

    private static func object(_ members: [String: Any]) -> Object {
        var found = Object()
        for name in texts { found.texts[name] = members[name] as? String }
        found.custom = (members["custom"] as? [String: Any]).map(value)
        found.updated = (members["updated"] as? String).flatMap(microseconds)
        for side in ["channel", "uuid"] {
            if let other = members[side] as? [String: Any] { found.other.append(object(other)) }
        }
        return found
    }

    private static func microseconds(_ text: String) -> Int64? {
        let parts = text.dropLast().split(separator: ".")
        guard let date = ISO8601DateFormatter().date(from: parts[0] + "Z") else { return nil }
        let digits = parts.count > 1 ? parts[1] + String(repeating: "0", count: 6 - parts[1].count) : "0"
        return Int64(date.timeIntervalSince1970) * 1_000_000 + (Int64(digits) ?? 0)
    }
}

extension Reference.Object {
    init(_ object: any PNBaseAppContextObject, _ texts: [String: String?]) {
        self.texts = texts.compactMapValues(\.self)
        self.texts["status"] = object.status
        self.texts["type"] = object.type
        self.texts["eTag"] = object.eTag
        updated = object.updated.map { Int64(($0.timeIntervalSince1970 * 1_000_000).rounded()) }
        custom = object.custom.flatMap { try? JSONBridge.value($0) }.map(Reference.coarse)
    }

    init(_ user: PNUUIDMetadata) {
        self.init(
            user,
            [
                "id": user.uuid, "name": user.name, "externalId": user.externalId, "profileUrl": user.profileUrl,
                "email": user.email,
            ]
        )
    }

    init(_ channel: PNChannelMetadata) {
        self.init(channel, ["id": channel.channel, "name": channel.name, "description": channel.information])
    }

    init(_ membership: PNMembership) {
        self.init(membership, [:])
        other = [membership.metadata.map(Reference.Object.init) ?? Reference.Object(texts: ["id": membership.channel])]
    }

    init(_ member: PNChannelMember) {
        self.init(member, [:])
        other = [member.metadata.map(Reference.Object.init) ?? Reference.Object(texts: ["id": member.uuid])]
    }
}

extension Reference.Objects {
    private init<Item>(_ list: ObjectList<Item>, _ convert: (Item) -> Reference.Object) {
        self.init(items: list.items.map(convert), totalCount: list.totalCount, next: list.next, prev: list.prev)
    }

    init(_ list: ObjectList<UserRecord>) { self.init(list) { .init(PNUUIDMetadata($0)) } }
    init(_ list: ObjectList<ChannelRecord>) { self.init(list) { .init(PNChannelMetadata($0)) } }
    init(_ list: ObjectList<ChannelMembershipRecord>) { self.init(list) { .init(PNMembership($0)) } }
    init(_ list: ObjectList<MemberRecord>) { self.init(list) { .init(PNChannelMember($0)) } }
}
