import PubNub

/// The commands of `pubnub memberships`.
enum MembershipCommands: RelationFamily {
    static let word = "memberships"
    static let abstract = "Print and change the channel memberships of a user."
    static let subject = "user"
    static let example = "ann"
    static let entry = "membership"
    static let otherKey = "channel"
    static let other = "channel"
    static let otherExamples = ["chat", "news"]
    static let included = ["custom", "status", "type", "channel"]
    static let count = PNMembershipFields.membershipsTotalCountField.rawValue
    static let includable: [String: UInt] = [
        "custom": PNMembershipFields.membershipCustomField.rawValue,
        "status": PNMembershipFields.membershipStatusField.rawValue,
        "type": PNMembershipFields.membershipTypeField.rawValue,
        "channel": PNMembershipFields.membershipChannelField.rawValue,
        "channel.custom": PNMembershipFields.membershipChannelCustomField.rawValue,
        "channel.status": PNMembershipFields.membershipChannelStatusField.rawValue,
        "channel.type": PNMembershipFields.membershipChannelTypeField.rawValue,
    ]
    static let columns: [(title: String, path: [String])] = [
        ("CHANNEL", ["channel", "id"]), ("NAME", ["channel", "name"]), ("STATUS", ["status"]), ("TYPE", ["type"]),
        ("CUSTOM", ["custom"]), ("UPDATED", ["updated"]),
    ]

    static func page(of identifier: String, _ query: PageQuery, from client: PubNub) async throws -> PageReport {
        let request = query.applied(to: PNFetchMembershipsRequest(uuid: identifier))
        request.includeFields = PNMembershipFields(rawValue: query.fields)
        return PageReport(try await client.value(of: request), \.report)
    }

    static func change(
        of identifier: String,
        set entries: [[String: Any]],
        removed: [String],
        _ query: PageQuery,
        by client: PubNub
    ) async throws -> PageReport {
        let request = query.applied(to: PNManageMembershipsRequest(uuid: identifier))
        request.setChannels = entries
        request.removeChannels = removed
        request.includeFields = PNMembershipFields(rawValue: query.fields)
        return PageReport(try await client.value(of: request), \.report)
    }
}
