import PubNubWire

/// Metadata of users and channels (App Context).
package enum ObjectEndpoints {
    /// Fetches the users of the subscribe key.
    package static func users(_ query: ObjectsQuery) -> Call<ObjectList<UserRecord>> {
        Call(route: .users, query: query.items) { StatusReader.list($0, UserRecord.init) }
    }

    /// Fetches one user.
    package static func user(_ identifier: String, _ query: ObjectsQuery) -> Call<UserRecord> {
        Call(route: .user, arguments: arguments(identifier), query: query.items) {
            StatusReader.object($0, UserRecord.init)
        }
    }

    /// Changes a user; creates the user if necessary.
    package static func setUser(
        _ identifier: String,
        _ change: MetadataChange,
        _ query: ObjectsQuery
    ) -> Call<UserRecord> {
        set(.userChange, identifier, change, query, UserRecord.init)
    }

    /// Removes a user; succeeds if the user does not exist.
    package static func removeUser(_ identifier: String, _ query: ObjectsQuery) -> Call<Void> {
        remove(.userRemoval, identifier, query)
    }

    /// Fetches the channels of the subscribe key that have metadata.
    package static func channels(_ query: ObjectsQuery) -> Call<ObjectList<ChannelRecord>> {
        Call(route: .channels, query: query.items) { StatusReader.list($0, ChannelRecord.init) }
    }

    /// Fetches one channel.
    package static func channel(_ name: String, _ query: ObjectsQuery) -> Call<ChannelRecord> {
        Call(route: .channel, arguments: arguments(name), query: query.items) {
            StatusReader.object($0, ChannelRecord.init)
        }
    }

    /// Changes a channel; creates the metadata if necessary.
    package static func setChannel(
        _ name: String,
        _ change: MetadataChange,
        _ query: ObjectsQuery
    ) -> Call<ChannelRecord> {
        set(.channelChange, name, change, query, ChannelRecord.init)
    }

    /// Removes the metadata of a channel; succeeds if the channel has no metadata.
    package static func removeChannel(_ name: String, _ query: ObjectsQuery) -> Call<Void> {
        remove(.channelRemoval, name, query)
    }

    static func arguments(_ identifier: String) -> CallArguments {
        ["id": PercentEncoding.escape(identifier)]
    }

    private static func set<Item: Sendable>(
        _ route: Route,
        _ identifier: String,
        _ change: MetadataChange,
        _ query: ObjectsQuery,
        _ read: @escaping @Sendable ([String: JSON]) -> Item?
    ) -> Call<Item> {
        Call(
            route: route,
            arguments: arguments(identifier),
            query: query.items,
            body: JSON.object(change.members).bytes,
            bodyForm: .plain(ifMatch: change.eTag),
            // Setting the same content again has no effect, but the entity tag no longer matches the second time.
            isRepeatable: change.eTag == nil
        ) { StatusReader.object($0, read) }
    }

    private static func remove(_ route: Route, _ identifier: String, _ query: ObjectsQuery) -> Call<Void> {
        Call(route: route, arguments: arguments(identifier), query: query.items, decode: StatusReader.acknowledgment)
    }
}
