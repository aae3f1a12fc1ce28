import PubNub
import Testing

/// App Context, "Channel members": every sample compiles, and reports one error with a client that is not connected.
@Suite struct AppContextMembersForms {
    private let given = Given()
    private let heard = Heard()

    @Test func fetching() {
        let request = PNFetchChannelMembersRequest(channel: "channel")
        request.start = "<next from previous request>"
        request.includeFields = [.memberCustomField, .memberUUIDField, .membersTotalCountField]
        request.limit = 40
        given.client.channelMembers(with: request) { [heard] result, status in
            heard.hear(status, result?.data.members.first?.metadata)
        }
        given.client.objects().channelMembers("channel")
            .includeCount(true)
            .limit(40)
            .includeFields([.memberCustomField, .memberUUIDField])
            .performWithCompletion { [heard] result, status in heard.hear(status, result?.data.next) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func setting() {
        let uuids: [[String: Any]] = [
            ["uuid": "uuid2", "status": "active", "type": "admin", "custom": ["role": "moderator"]]
        ]
        let request = PNSetChannelMembersRequest(channel: "channel", uuids: uuids)
        request.includeFields = [.memberCustomField, .memberUUIDField, .membersTotalCountField]
        request.limit = 40
        given.client.setChannelMembersWith(request) { [heard] status in heard.hear(status, status.data.members.first) }
        given.client.objects().setChannelMembers("channel")
            .uuids(uuids)
            .includeCount(true)
            .limit(40)
            .includeFields([.memberCustomField, .userField])
            .performWithCompletion { [heard] status in heard.hear(status, status.data.next) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func removing() {
        let request = PNRemoveChannelMembersRequest(channel: "channel", uuids: ["uuid3", "uuid4"])
        request.includeFields = [.memberCustomField, .memberUUIDField, .membersTotalCountField]
        request.limit = 40
        given.client.removeChannelMembers(with: request) { [heard] status in heard.hear(status, status.data.prev) }
        given.client.objects().removeChannelMembers("channel")
            .uuids(["uuid3", "uuid4"])
            .includeCount(true)
            .limit(40)
            .includeFields([.memberCustomField, .userField])
            .performWithCompletion { [heard] status in heard.hear(status) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func managing() {
        let request = PNManageChannelMembersRequest(channel: "channel")
        request.setMembers = [["uuid": "uuid2", "custom": ["role": "moderator"]]]
        request.removeMembers = ["uuid3", "uuid4"]
        request.includeFields = [.memberCustomField, .memberUUIDField, .membersTotalCountField]
        request.limit = 40
        given.client.manageChannelMembers(with: request) { [heard] status in heard.hear(status) }
        given.client.objects().manageChannelMembers("channel")
            .set([["uuid": "uuid2", "custom": ["role": "moderator"]]])
            .remove(["uuid3", "uuid4"])
            .includeCount(true)
            .limit(40)
            .includeFields([.memberCustomField, .memberUUIDField])
            .performWithCompletion { [heard] status in heard.hear(status) }
        given.client.objects().manageChannelMembers("channel").performWithCompletion()
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }
}
