package import PubNubMachines
package import PubNubWire

/// The fields of the metadata of a user or channel to set.
package struct MetadataTerms: Sendable {
    package var name: String?
    package var status: String?
    package var type: String?
    /// The fields that only users have.
    package var externalID: String?
    package var profileURL: String?
    package var email: String?
    /// The description of a channel.
    package var information: String?
    /// Custom values; `nil` or empty for no change.
    package var custom: [String: JSONValue]?
    /// The entity tag that the object must still have; `nil` for any.
    package var eTag: String?

    package init() {}

    fileprivate func change(_ texts: [ObjectField: String?]) throws(Failure) -> MetadataChange {
        try MetadataChange(
            strings: texts.merging([.name: name, .status: status, .type: type]) { own, _ in own },
            custom: { () throws(Failure) in
                guard let custom, !custom.isEmpty else { return nil }
                return try Validation.custom(custom)
            },
            clearing: [],
            ifMatches: eTag
        )
    }
}

/// A page of a list of objects.
package struct ObjectPageTerms: Sendable {
    /// An expression that selects objects; `nil` for all.
    package var filter: String?
    /// The fields by which the objects are sorted, most significant first.
    package var sort: [String]
    /// The cursor of the page; `nil` for the first one.
    package var cursor: String?

    package init(filter: String? = nil, sort: [String] = [], cursor: String? = nil) {
        self.filter = filter
        self.sort = sort
        self.cursor = cursor
    }

    fileprivate func query(_ fields: IncludeFields) -> ObjectsQuery {
        var query = ObjectsQuery(fields: fields, limit: ServiceLimits.objectsPage)
        query.start = cursor.flatMap { $0.isEmpty ? nil : $0 }
        query.filter = filter.flatMap { $0.isEmpty ? nil : $0 }
        query.sort = sort.filter { !$0.isEmpty }
        return query
    }
}

/// App Context for tasks.
extension ClientEngine {
    /// The metadata of a user.
    package func user(_ id: String) async throws(Failure) -> UserRecord {
        try await value(of: ObjectEndpoints.user(try Validation.user(id, identifier), ObjectsQuery(fields: .user)))
    }

    /// Sets fields of the metadata of a user, who need not exist.
    package func setUser(_ id: String, _ terms: MetadataTerms) async throws(Failure) -> UserRecord {
        let change = try terms.change([
            .externalId: terms.externalID, .profileUrl: terms.profileURL, .email: terms.email,
        ])
        let id = try Validation.user(id, identifier)
        return try await value(of: ObjectEndpoints.setUser(id, change, ObjectsQuery(fields: .user)))
    }

    /// Removes the metadata of a user.
    package func removeUser(_ id: String) async throws(Failure) {
        try await value(of: ObjectEndpoints.removeUser(try Validation.user(id, identifier), ObjectsQuery()))
    }

    /// A page of the users of the subscribe key.
    package func users(_ page: ObjectPageTerms) async throws(Failure) -> ObjectList<UserRecord> {
        try await value(of: ObjectEndpoints.users(page.query(.user)))
    }

    /// The metadata of a channel.
    package func channel(_ name: String) async throws(Failure) -> ChannelRecord {
        let name = try Validation.identifier(name, of: .channel)
        return try await value(of: ObjectEndpoints.channel(name, ObjectsQuery(fields: .channel)))
    }

    /// Sets fields of the metadata of a channel, which need not exist.
    package func setChannel(_ name: String, _ terms: MetadataTerms) async throws(Failure) -> ChannelRecord {
        let change = try terms.change([.information: terms.information])
        let name = try Validation.identifier(name, of: .channel)
        return try await value(of: ObjectEndpoints.setChannel(name, change, ObjectsQuery(fields: .channel)))
    }

    /// Removes the metadata of a channel.
    package func removeChannel(_ name: String) async throws(Failure) {
        let name = try Validation.identifier(name, of: .channel)
        try await value(of: ObjectEndpoints.removeChannel(name, ObjectsQuery()))
    }

    /// A page of the channels of the subscribe key that have metadata.
    package func channels(_ page: ObjectPageTerms) async throws(Failure) -> ObjectList<ChannelRecord> {
        try await value(of: ObjectEndpoints.channels(page.query(.channel)))
    }

    /// A page of the memberships of a user.
    package func memberships(
        of user: String,
        _ page: ObjectPageTerms
    ) async throws(Failure) -> ObjectList<ChannelMembershipRecord> {
        let user = try Validation.user(user, identifier)
        return try await value(of: RelationEndpoints.memberships(of: user, page.query(.membership)))
    }

    /// A page of the members of a channel.
    package func members(
        of channel: String,
        _ page: ObjectPageTerms
    ) async throws(Failure) -> ObjectList<MemberRecord> {
        let channel = try Validation.identifier(channel, of: .channel)
        return try await value(of: RelationEndpoints.members(of: channel, page.query(.member)))
    }

    /// Makes a user a member of channels.
    package func join(
        _ user: String,
        _ channels: [String],
        custom: [String: JSONValue]
    ) async throws(Failure) {
        var entries: [RelationChange.Entry] = []
        for channel in channels where !channel.isEmpty {
            var entry = RelationChange.Entry(identifier: try Validation.identifier(channel, of: .channel))
            if !custom.isEmpty { entry.members["custom"] = try Validation.custom(custom, "custom of \(channel)") }
            try Validation.record(entry.members, "The entry of \(channel)")
            entries.append(entry)
        }
        try await change(user, RelationChange(setting: entries, removing: [], of: .channel))
    }

    /// Ends the membership of a user in channels.
    package func leave(_ user: String, _ channels: [String]) async throws(Failure) {
        try await change(user, try RelationChange(setting: [], removing: channels, of: .channel))
    }

    private func change(_ user: String, _ change: RelationChange) async throws(Failure) {
        let user = try Validation.user(user, identifier)
        let query = ObjectsQuery(fields: IncludeFields(bits: 1), limit: ServiceLimits.objectsPage)
        _ = try await value(of: RelationEndpoints.changeMemberships(of: user, change, query))
    }
}

/// Actions on messages for tasks.
extension ClientEngine {
    /// Adds an action of this client to a message.
    package func addAction(
        _ type: String,
        _ value: String,
        to message: Timetoken,
        on channel: String
    ) async throws(Failure) -> ActionRecord {
        try Validation.check(timetoken: message, "messageTimetoken")
        try Validation.check(actionType: type, value)
        let channel = try Validation.channel(channel)
        return try await self.value(of: MessageActionEndpoints.add(type, value, to: message, on: channel))
    }

    /// Removes an action of this client.
    package func removeAction(
        _ action: Timetoken,
        from message: Timetoken,
        on channel: String
    ) async throws(Failure) {
        try Validation.check(timetoken: message, "messageTimetoken")
        try Validation.check(timetoken: action, "actionTimetoken")
        let channel = try Validation.channel(channel)
        try await value(of: MessageActionEndpoints.remove(action, from: message, on: channel))
    }

    /// A page of the actions on the messages of a channel, which starts before a time; `nil` for the newest.
    package func actions(on channel: String, before start: Timetoken?) async throws(Failure) -> ObjectList<ActionRecord>
    {
        let channel = try Validation.channel(channel)
        if let start { try Validation.check(timetoken: start, "start") }
        let limit = ServiceLimits.actionsPage
        return try await value(
            of: MessageActionEndpoints.actions(on: channel, start: start, end: nil, limit: limit)
        )
    }

    /// The numbers of stored messages of channels after a time each.
    package func messageCounts(
        of channels: [String],
        after times: [Timetoken]
    ) async throws(Failure) -> [String: Int] {
        guard !channels.isEmpty else { throw Failure(unsent: ErrorCode.channelMissing) }
        for channel in channels { _ = try Validation.channel(channel) }
        for time in times { try Validation.check(timetoken: time, "timetokens") }
        return try await value(of: HistoryEndpoints.counts(on: NameList(channels), after: times))
    }
}
