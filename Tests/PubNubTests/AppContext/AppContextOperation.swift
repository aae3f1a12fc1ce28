@testable import PubNub

/// Each operation of App Context with its required arguments only; the closure receives whether it succeeded.
enum AppContextOperation {
    typealias Perform = @Sendable (PubNub, _ done: @escaping (Bool) -> Void) -> Void

    static let all: [(name: String, perform: Perform)] = users + channels + memberships + members

    private static let users: [(name: String, perform: Perform)] = [
        ("all users", { $0.allUUIDMetadata(with: PNFetchAllUUIDMetadataRequest(), completion: fetched($1)) }),
        ("user", { $0.uuidMetadata(with: PNFetchUUIDMetadataRequest(uuid: "u"), completion: fetched($1)) }),
        ("set user", { $0.setUUIDMetadataWith(PNSetUUIDMetadataRequest(uuid: "u"), completion: ended($1)) }),
        (
            "remove user",
            { $0.removeUUIDMetadata(with: PNRemoveUUIDMetadataRequest(uuid: "u"), completion: acknowledged($1)) }
        ),
    ]

    private static let channels: [(name: String, perform: Perform)] = [
        (
            "all channels",
            { $0.allChannelsMetadata(with: PNFetchAllChannelsMetadataRequest(), completion: fetched($1)) }
        ),
        ("channel", { $0.channelMetadata(with: PNFetchChannelMetadataRequest(channel: "c"), completion: fetched($1)) }),
        (
            "set channel",
            { $0.setChannelMetadataWith(PNSetChannelMetadataRequest(channel: "c"), completion: ended($1)) }
        ),
        (
            "remove channel",
            {
                $0.removeChannelMetadata(
                    with: PNRemoveChannelMetadataRequest(channel: "c"),
                    completion: acknowledged($1)
                )
            }
        ),
    ]

    private static let memberships: [(name: String, perform: Perform)] = [
        ("memberships", { $0.memberships(with: PNFetchMembershipsRequest(uuid: "u"), completion: fetched($1)) }),
        (
            "set memberships",
            { $0.setMembershipsWith(PNSetMembershipsRequest(uuid: "u", channels: []), completion: ended($1)) }
        ),
        (
            "remove memberships",
            { $0.removeMemberships(with: PNRemoveMembershipsRequest(uuid: "u", channels: []), completion: ended($1)) }
        ),
        (
            "manage memberships",
            { $0.manageMemberships(with: PNManageMembershipsRequest(uuid: "u"), completion: ended($1)) }
        ),
    ]

    private static let members: [(name: String, perform: Perform)] = [
        ("members", { $0.channelMembers(with: PNFetchChannelMembersRequest(channel: "c"), completion: fetched($1)) }),
        (
            "set members",
            { $0.setChannelMembersWith(PNSetChannelMembersRequest(channel: "c", uuids: []), completion: ended($1)) }
        ),
        (
            "remove members",
            {
                $0.removeChannelMembers(
                    with: PNRemoveChannelMembersRequest(channel: "c", uuids: []),
                    completion: ended($1)
                )
            }
        ),
        (
            "manage members",
            { $0.manageChannelMembers(with: PNManageChannelMembersRequest(channel: "c"), completion: ended($1)) }
        ),
    ]

    private static func fetched<Value>(_ done: @escaping (Bool) -> Void) -> (Value?, (any PNErrorStatus)?) -> Void {
        { result, status in done(result != nil && status == nil) }
    }

    private static func acknowledged(_ done: @escaping (Bool) -> Void) -> (any PNAcknowledgmentStatus) -> Void {
        { done(!$0.isError) }
    }

    private static func ended<Status: PNErrorStatus>(_ done: @escaping (Bool) -> Void) -> (Status) -> Void {
        { done(!$0.isError) }
    }
}
