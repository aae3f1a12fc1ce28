import PubNub

/// The commands of `pubnub members`.
enum MemberCommands: RelationFamily {
    static let word = "members"
    static let abstract = "Print and change the members of a channel."
    static let subject = "channel"
    static let example = "chat"
    static let entry = "member"
    static let otherKey = "uuid"
    static let other = "user"
    static let otherExamples = ["ann", "bob"]
    static let included = ["custom", "status", "type", "uuid"]
    static let count = PNChannelMemberFields.membersTotalCountField.rawValue
    static let includable: [String: UInt] = [
        "custom": PNChannelMemberFields.memberCustomField.rawValue,
        "status": PNChannelMemberFields.memberStatusField.rawValue,
        "type": PNChannelMemberFields.memberTypeField.rawValue,
        "uuid": PNChannelMemberFields.memberUUIDField.rawValue,
        "uuid.custom": PNChannelMemberFields.memberUUIDCustomField.rawValue,
        "uuid.status": PNChannelMemberFields.memberUUIDStatusField.rawValue,
        "uuid.type": PNChannelMemberFields.memberUUIDTypeField.rawValue,
    ]
    static let columns: [(title: String, path: [String])] = [
        ("USER", ["uuid", "id"]), ("NAME", ["uuid", "name"]), ("STATUS", ["status"]), ("TYPE", ["type"]),
        ("CUSTOM", ["custom"]), ("UPDATED", ["updated"]),
    ]

    static func page(of identifier: String, _ query: PageQuery, from client: PubNub) async throws -> PageReport {
        let request = query.applied(to: PNFetchChannelMembersRequest(channel: identifier))
        request.includeFields = PNChannelMemberFields(rawValue: query.fields)
        return PageReport(try await client.value(of: request), \.report)
    }

    static func change(
        of identifier: String,
        set entries: [[String: Any]],
        removed: [String],
        _ query: PageQuery,
        by client: PubNub
    ) async throws -> PageReport {
        let request = query.applied(to: PNManageChannelMembersRequest(channel: identifier))
        request.setMembers = entries
        request.removeMembers = removed
        request.includeFields = PNChannelMemberFields(rawValue: query.fields)
        return PageReport(try await client.value(of: request), \.report)
    }
}
