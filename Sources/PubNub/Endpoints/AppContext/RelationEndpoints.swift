import PubNubWire

/// Memberships of users and members of channels (App Context).
enum RelationEndpoints {
    /// The memberships of a user.
    static func memberships(of user: String, _ query: ObjectsQuery) -> Call<ObjectList<PNMembership>> {
        Call(
            route: .memberships,
            arguments: ObjectEndpoints.arguments(user),
            query: query.related("channel").items
        ) {
            StatusReader.list($0, PNMembership.init)
        }
    }

    /// Sets and removes memberships of a user; the result is what the user has then.
    static func changeMemberships(
        of user: String,
        _ change: RelationChange,
        _ query: ObjectsQuery
    ) -> Call<ObjectList<PNMembership>> {
        self.change(.membershipsChange, of: user, change.body("channel"), query.related("channel"), PNMembership.init)
    }

    /// The members of a channel.
    static func members(of channel: String, _ query: ObjectsQuery) -> Call<ObjectList<PNChannelMember>> {
        Call(route: .members, arguments: ObjectEndpoints.arguments(channel), query: query.related("uuid").items) {
            StatusReader.list($0, PNChannelMember.init)
        }
    }

    /// Sets and removes members of a channel; the result is who is a member then.
    static func changeMembers(
        of channel: String,
        _ change: RelationChange,
        _ query: ObjectsQuery
    ) -> Call<ObjectList<PNChannelMember>> {
        self.change(.membersChange, of: channel, change.body("uuid"), query.related("uuid"), PNChannelMember.init)
    }

    private static func change<Item: Sendable>(
        _ route: Route,
        of identifier: String,
        _ body: JSONValue,
        _ query: ObjectsQuery,
        _ read: @escaping @Sendable ([String: JSONValue]) -> Item?
    ) -> Call<ObjectList<Item>> {
        Call(
            route: route,
            arguments: ObjectEndpoints.arguments(identifier),
            query: query.items,
            body: body.serialized(),
            bodyForm: .plain()
        ) { StatusReader.list($0, read) }
    }
}
