import PubNub

/// What `pubnub members` is about.
enum Members: RelationFamily {
    static let word = "members"
    static let abstract = "Read and change which users are members of a channel."
    static let subject = "channel"
    static let example = "chat"
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

    static func page(of identifier: String, _ query: PageQuery, from client: PubNub) async throws -> ObjectPage {
        let request = query.applied(to: PNFetchChannelMembersRequest(channel: identifier))
        request.includeFields = PNChannelMemberFields(rawValue: query.fields)
        return try await client.answer { once in
            client.channelMembers(with: request) { result, failure in
                let page = result.map(\.data).map { ObjectPage($0.members, $0.totalCount, $0.next, $0.prev) }
                once.resume(page, failure?.underlyingError)
            }
        }
    }

    static func change(
        of identifier: String,
        set entries: [[String: Any]],
        removed: [String],
        _ query: PageQuery,
        by client: PubNub
    ) async throws -> ObjectPage {
        let request = query.applied(to: PNManageChannelMembersRequest(channel: identifier))
        (request.setMembers, request.removeMembers) = (entries, removed)
        request.includeFields = PNChannelMemberFields(rawValue: query.fields)
        return try await client.answer { once in
            client.manageChannelMembers(with: request) { status in
                let (data, error) = (status.data, status.underlyingError)
                once.resume(ObjectPage(data.members, data.totalCount, data.next, data.prev), error)
            }
        }
    }
}

extension ObjectPage {
    fileprivate init(_ members: [PNChannelMember], _ totalCount: UInt, _ next: String?, _ prev: String?) {
        self.init(objects: members.map(\.report), totalCount: totalCount, next: next, prev: prev)
    }
}

/// What `pubnub memberships` is about.
enum Memberships: RelationFamily {
    static let word = "memberships"
    static let abstract = "Read and change of which channels a user is a member."
    static let subject = "user"
    static let example = "ann"
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

    static func page(of identifier: String, _ query: PageQuery, from client: PubNub) async throws -> ObjectPage {
        let request = query.applied(to: PNFetchMembershipsRequest(uuid: identifier))
        request.includeFields = PNMembershipFields(rawValue: query.fields)
        return try await client.answer { once in
            client.memberships(with: request) { result, failure in
                let page = result.map(\.data).map { ObjectPage($0.memberships, $0.totalCount, $0.next, $0.prev) }
                once.resume(page, failure?.underlyingError)
            }
        }
    }

    static func change(
        of identifier: String,
        set entries: [[String: Any]],
        removed: [String],
        _ query: PageQuery,
        by client: PubNub
    ) async throws -> ObjectPage {
        let request = query.applied(to: PNManageMembershipsRequest(uuid: identifier))
        (request.setChannels, request.removeChannels) = (entries, removed)
        request.includeFields = PNMembershipFields(rawValue: query.fields)
        return try await client.answer { once in
            client.manageMemberships(with: request) { status in
                let (data, error) = (status.data, status.underlyingError)
                once.resume(ObjectPage(data.memberships, data.totalCount, data.next, data.prev), error)
            }
        }
    }
}

extension ObjectPage {
    fileprivate init(_ memberships: [PNMembership], _ totalCount: UInt, _ next: String?, _ prev: String?) {
        self.init(objects: memberships.map(\.report), totalCount: totalCount, next: next, prev: prev)
    }
}
