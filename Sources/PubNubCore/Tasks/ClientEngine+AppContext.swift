package import PubNubMachines
package import PubNubWire

/// App Context for tasks.
extension ClientEngine {
    /// The metadata of a user.
    package func user(_ id: String, including fields: ObjectFieldBits) async throws(Failure) -> UserRecord {
        let id = try Validation.identifier(id, of: .uuid)
        return try await value(of: ObjectEndpoints.user(id, ObjectsQuery(fields: IncludeFields(fields, of: .users))))
    }

    /// Changes fields of the metadata of a user, which need not exist.
    ///
    /// - Parameters:
    ///   - id: The identifier of the user.
    ///   - fields: The changes.
    ///   - eTag: The entity tag that the metadata must still have; `nil` for any.
    ///   - included: The optional fields to return.
    /// - Returns: The metadata after the change.
    /// - Throws: The error of the call.
    package func setUser(
        _ id: String,
        _ fields: FieldTerms,
        ifMatches eTag: String?,
        including included: ObjectFieldBits
    ) async throws(Failure) -> UserRecord {
        let id = try Validation.identifier(id, of: .uuid)
        let change = MetadataChange(members: try fields.members(of: "The record"), eTag: try Validation.eTag(eTag))
        let query = ObjectsQuery(fields: IncludeFields(included, of: .users))
        return try await value(of: ObjectEndpoints.setUser(id, change, query))
    }

    /// Removes the metadata of a user.
    package func removeUser(_ id: String) async throws(Failure) {
        let id = try Validation.identifier(id, of: .uuid)
        try await value(of: ObjectEndpoints.removeUser(id, ObjectsQuery()))
    }

    /// A page of the users of the subscribe key.
    package func users(_ page: ObjectPageTerms) async throws(Failure) -> ObjectList<UserRecord> {
        try await value(of: ObjectEndpoints.users(try page.query(.users)))
    }

    /// The metadata of a channel.
    package func channel(_ name: String, including fields: ObjectFieldBits) async throws(Failure) -> ChannelRecord {
        let name = try Validation.identifier(name, of: .channel)
        let query = ObjectsQuery(fields: IncludeFields(fields, of: .channels))
        return try await value(of: ObjectEndpoints.channel(name, query))
    }

    /// Changes fields of the metadata of a channel, which need not exist.
    ///
    /// - Parameters:
    ///   - name: The name of the channel.
    ///   - fields: The changes.
    ///   - eTag: The entity tag that the metadata must still have; `nil` for any.
    ///   - included: The optional fields to return.
    /// - Returns: The metadata after the change.
    /// - Throws: The error of the call.
    package func setChannel(
        _ name: String,
        _ fields: FieldTerms,
        ifMatches eTag: String?,
        including included: ObjectFieldBits
    ) async throws(Failure) -> ChannelRecord {
        let name = try Validation.identifier(name, of: .channel)
        let change = MetadataChange(members: try fields.members(of: "The record"), eTag: try Validation.eTag(eTag))
        let query = ObjectsQuery(fields: IncludeFields(included, of: .channels))
        return try await value(of: ObjectEndpoints.setChannel(name, change, query))
    }

    /// Removes the metadata of a channel.
    package func removeChannel(_ name: String) async throws(Failure) {
        let name = try Validation.identifier(name, of: .channel)
        try await value(of: ObjectEndpoints.removeChannel(name, ObjectsQuery()))
    }

    /// A page of the channels of the subscribe key that have metadata.
    package func channels(_ page: ObjectPageTerms) async throws(Failure) -> ObjectList<ChannelRecord> {
        try await value(of: ObjectEndpoints.channels(try page.query(.channels)))
    }
}

/// Memberships and members for tasks.
extension ClientEngine {
    package func memberships(
        of user: String,
        _ page: ObjectPageTerms
    ) async throws(Failure) -> ObjectList<ChannelMembershipRecord> {
        let user = try Validation.identifier(user, of: .uuid)
        return try await value(of: RelationEndpoints.memberships(of: user, try page.query(.memberships)))
    }

    /// Sets and removes memberships of a user in one request.
    ///
    /// - Parameters:
    ///   - user: The identifier of the user.
    ///   - entries: The memberships to set.
    ///   - channels: The channels whose memberships end.
    ///   - page: The page of the list after the change to return.
    /// - Returns: The page.
    /// - Throws: The error of the call.
    package func changeMemberships(
        of user: String,
        setting entries: [RelationTerms],
        removing channels: [String],
        _ page: ObjectPageTerms
    ) async throws(Failure) -> ObjectList<ChannelMembershipRecord> {
        let user = try Validation.identifier(user, of: .uuid)
        let change = try RelationChange(entries, removing: channels, of: .channel)
        return try await value(
            of: RelationEndpoints.changeMemberships(of: user, change, try page.query(.memberships))
        )
    }

    package func members(
        of channel: String,
        _ page: ObjectPageTerms
    ) async throws(Failure) -> ObjectList<MemberRecord> {
        let channel = try Validation.identifier(channel, of: .channel)
        return try await value(of: RelationEndpoints.members(of: channel, try page.query(.members)))
    }

    /// Sets and removes members of a channel in one request.
    ///
    /// - Parameters:
    ///   - channel: The name of the channel.
    ///   - entries: The members to set.
    ///   - users: The users whose memberships end.
    ///   - page: The page of the list after the change to return.
    /// - Returns: The page.
    /// - Throws: The error of the call.
    package func changeMembers(
        of channel: String,
        setting entries: [RelationTerms],
        removing users: [String],
        _ page: ObjectPageTerms
    ) async throws(Failure) -> ObjectList<MemberRecord> {
        let channel = try Validation.identifier(channel, of: .channel)
        let change = try RelationChange(entries, removing: users, of: .uuid)
        return try await value(of: RelationEndpoints.changeMembers(of: channel, change, try page.query(.members)))
    }
}

extension RelationChange {
    /// Makes a change. Empty identifiers are errors, unlike in the requests of the 3.x interface.
    fileprivate init(
        _ terms: [RelationTerms],
        removing names: [String],
        of kind: Validation.Identified
    ) throws(Failure) {
        var entries: [Entry] = []
        for term in terms {
            let identifier = try Validation.identifier(term.identifier, of: kind)
            let members = try term.fields.members(of: "The entry of \(identifier)")
            entries.append(Entry(identifier: identifier, members: members))
        }
        for name in names { _ = try Validation.identifier(name, of: kind) }
        try self.init(setting: entries, removing: names, of: kind)
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
    ) async throws(Failure) -> [NameKey: Int] {
        guard !channels.isEmpty else { throw Failure(unsent: ErrorCode.channelMissing) }
        for channel in channels { _ = try Validation.channel(channel) }
        for time in times { try Validation.check(timetoken: time, "timetokens") }
        return try await value(of: HistoryEndpoints.counts(on: NameList(channels), after: times))
    }
}
