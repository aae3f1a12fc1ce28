import PubNubWire

/// Memberships of users and members of channels (App Context).
package enum RelationEndpoints {
    /// Fetches the memberships of a user.
    package static func memberships(of user: String, _ query: ObjectsQuery) -> Call<ObjectList<ChannelMembershipRecord>>
    {
        Call(
            route: .memberships,
            arguments: ObjectEndpoints.arguments(user),
            query: query.related("channel").items
        ) {
            StatusReader.list($0, ChannelMembershipRecord.init)
        }
    }

    /// Sets and removes memberships of a user; the response contains all memberships after the change.
    package static func changeMemberships(
        of user: String,
        _ change: RelationChange,
        _ query: ObjectsQuery
    ) -> Call<ObjectList<ChannelMembershipRecord>> {
        self.change(
            .membershipsChange,
            of: user,
            change.body("channel"),
            query.related("channel"),
            ChannelMembershipRecord.init
        )
    }

    /// Fetches the members of a channel.
    package static func members(of channel: String, _ query: ObjectsQuery) -> Call<ObjectList<MemberRecord>> {
        Call(route: .members, arguments: ObjectEndpoints.arguments(channel), query: query.related("uuid").items) {
            StatusReader.list($0, MemberRecord.init)
        }
    }

    /// Sets and removes members of a channel; the response contains all members after the change.
    package static func changeMembers(
        of channel: String,
        _ change: RelationChange,
        _ query: ObjectsQuery
    ) -> Call<ObjectList<MemberRecord>> {
        self.change(.membersChange, of: channel, change.body("uuid"), query.related("uuid"), MemberRecord.init)
    }

    private static func change<Item: Sendable>(
        _ route: Route,
        of identifier: String,
        _ body: JSON,
        _ query: ObjectsQuery,
        _ read: @escaping @Sendable ([String: JSON]) -> Item?
    ) -> Call<ObjectList<Item>> {
        Call(
            route: route,
            arguments: ObjectEndpoints.arguments(identifier),
            query: query.items,
            body: body.bytes,
            bodyForm: .plain()
        ) { StatusReader.list($0, read) }
    }
}

extension RelationChange {
    /// The body of the request; `key` names the other side of the relations. An empty list is left out.
    func body(_ key: String) -> JSON {
        var members: [String: JSON] = [:]
        if !set.isEmpty {
            members["set"] = .array(
                set.map { entry in .object(entry.members.merging([key: Self.object(entry.identifier)]) { _, id in id })
                }
            )
        }
        if !removed.isEmpty { members["delete"] = .array(removed.map { .object([key: Self.object($0)]) }) }
        return .object(members)
    }

    private static func object(_ identifier: String) -> JSON {
        .object(["id": .string(identifier)])
    }
}
