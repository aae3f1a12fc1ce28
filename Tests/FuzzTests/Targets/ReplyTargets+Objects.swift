import Foundation
@testable import PubNub
@testable import PubNubCore
import PubNubWire

/// Responses of App Context.
extension ReplyTargets {
    static let objects: [Reading] =
        [
            reading(ObjectEndpoints.users(ObjectsQuery())) { try check($0.map { PNUUIDMetadata($0) }) { $0.uuid } },
            reading(ObjectEndpoints.channels(ObjectsQuery())) { list in
                try check(list.map { PNChannelMetadata($0) }) { $0.channel }
            },
            reading(RelationEndpoints.memberships(of: "u", ObjectsQuery())) { list in
                try check(list.map { PNMembership($0) }) { $0.channel }
            },
            reading(RelationEndpoints.members(of: "c", ObjectsQuery())) { list in
                try check(list.map { PNChannelMember($0) }) { $0.uuid }
            },
        ] + [
            reading(ObjectEndpoints.setUser("u", MetadataChange(members: [:]), ObjectsQuery())) { user in
                try read(PNUUIDMetadata(user))
            },
            reading(ObjectEndpoints.channel("c", ObjectsQuery())) { try read(PNChannelMetadata($0)) },
            reading(ObjectEndpoints.removeUser("u", ObjectsQuery())),
        ]

    private static func check<Item: PNBaseAppContextObject>(
        _ list: ObjectList<Item>,
        _ name: (Item) -> String
    ) throws {
        for item in list.items {
            _ = name(item)
            try read(item)
        }
    }

    /// Reads all members of an object, as an application does.
    static func read(_ object: any PNBaseAppContextObject) throws {
        try require(object.custom == nil || !object.clearedFields.contains(.custom), "what is there is not cleared")
        try require(object.status == nil || !object.clearedFields.contains(.status), "what is there is not cleared")
        if let updated = object.updated {
            try require(updated.timeIntervalSince1970.isFinite, "a date is a point in time")
        }
    }
}
