import PubNub
import Testing

/// App Context, "Channel memberships": every sample compiles, and reports one error with a client that is not connected.
@Suite struct AppContextMembershipsForms {
    private let given = Given()
    private let heard = Heard()

    @Test func fetching() {
        let request = PNFetchMembershipsRequest(uuid: "uuid")
        request.start = "<next from previous request>"
        request.includeFields = [.membershipCustomField, .membershipChannelField, .membershipsTotalCountField]
        request.limit = 40
        given.client.memberships(with: request) { [heard] result, status in
            heard.hear(status, result?.data.memberships.first?.metadata)
        }
        given.client.objects().memberships()
            .uuid("uuid")
            .includeCount(true)
            .limit(40)
            .includeFields([.membershipCustomField, .membershipChannelField])
            .performWithCompletion { [heard] result, status in heard.hear(status, result?.data.next) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func setting() {
        let channels: [[String: Any]] = [
            ["channel": "channel1", "status": "active", "type": "public", "custom": ["role": "moderator"]]
        ]
        let request = PNSetMembershipsRequest(uuid: "uuid", channels: channels)
        request.includeFields = [.membershipCustomField, .membershipChannelField, .membershipsTotalCountField]
        request.limit = 40
        given.client.setMembershipsWith(request) { [heard] status in heard.hear(status, status.data.memberships.first) }
        given.client.objects().setMemberships()
            .uuid("uuid")
            .channels(channels)
            .includeCount(true)
            .limit(40)
            .includeFields([.membershipCustomField, .membershipChannelField])
            .performWithCompletion { [heard] status in heard.hear(status, status.data.next) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func removing() {
        let request = PNRemoveMembershipsRequest(uuid: "uuid", channels: ["channel1", "channel2"])
        request.includeFields = [.membershipCustomField, .membershipChannelField, .membershipsTotalCountField]
        request.limit = 40
        given.client.removeMemberships(with: request) { [heard] status in heard.hear(status, status.data.prev) }
        given.client.objects().removeMemberships()
            .uuid("uuid")
            .channels(["channel1", "channel2"])
            .includeCount(true)
            .limit(40)
            .includeFields([.membershipCustomField, .membershipChannelField])
            .performWithCompletion { [heard] status in heard.hear(status) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func managing() {
        let request = PNManageMembershipsRequest(uuid: "uuid")
        request.setChannels = [["channel": "channel1", "custom": ["role": "moderator"]]]
        request.removeChannels = ["channel3", "channel4"]
        request.includeFields = [.membershipCustomField, .membershipChannelField, .membershipsTotalCountField]
        request.limit = 40
        given.client.manageMemberships(with: request) { [heard] status in heard.hear(status) }
        given.client.objects().manageMemberships()
            .uuid("uuid")
            .set([["channel": "channel1", "custom": ["role": "moderator"]]])
            .remove(["channel3", "channel4"])
            .includeCount(true)
            .limit(40)
            .includeFields([.membershipCustomField, .membershipChannelField])
            .performWithCompletion { [heard] status in heard.hear(status) }
        given.client.objects().manageMemberships().performWithCompletion()
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }
}
