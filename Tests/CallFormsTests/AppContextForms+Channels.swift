import PubNub
import Testing

/// App Context, "Channel": every sample compiles, and reports one error with a client that is not connected.
@Suite struct AppContextChannelForms {
    private let given = Given()
    private let heard = Heard()

    @Test func allChannels() {
        let request = PNFetchAllChannelsMetadataRequest()
        request.start = "<next from previous request>"
        request.includeFields = [.customField, .totalCountField]
        request.limit = 40
        given.client.allChannelsMetadata(with: request) { [heard] result, status in
            for metadata in result?.data.metadata ?? [] { heard.hear(metadata.channel) }
            heard.hear(status, result?.data.next ?? result?.data.prev)
        }
        given.client.objects().allChannelsMetadata()
            .start("<next from previous request>")
            .includeFields(.customField)
            .includeCount(true)
            .limit(40)
            .performWithCompletion { [heard] result, status in heard.hear(status, result?.data.totalCount) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func oneChannel() {
        let request = PNFetchChannelMetadataRequest(channel: "channel")
        request.includeFields = .customField
        given.client.channelMetadata(with: request) { [heard] (result: PNFetchChannelsMetadataResult?, status) in
            heard.hear(status, result?.data.metadata)
        }
        given.client.objects().channelMetadata("channel")
            .includeFields(.customField)
            .performWithCompletion { [heard] result, status in heard.hear(status, result?.data.metadata?.information) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func setting() {
        let request = PNSetChannelMetadataRequest(channel: "channel")
        request.includeFields = .customField
        request.custom = ["responsibilities": "Manage tests", "status": "offline"]
        request.name = "Updated channel name"
        given.client.setChannelMetadataWith(request) { [heard] status in heard.hear(status, status.data.metadata) }
        given.client.objects().setChannelMetadata("channel")
            .name("Admin")
            .information("Administrative channel")
            .custom(["responsibilities": "Manage access to protected resources"])
            .includeFields(.customField)
            .performWithCompletion { [heard] status in heard.hear(status, status.data.metadata) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }

    @Test func settingAgain() {
        let client = given.client
        let channel = "demo_example"
        let initialCustom: [String: Any] = ["location": "default_location"]
        let initialRequest = PNSetChannelMetadataRequest(channel: channel)
        initialRequest.name = "Initial Channel Name"
        initialRequest.information = "Initial channel description."
        initialRequest.custom = initialCustom
        initialRequest.includeFields = .customField
        client.setChannelMetadataWith(initialRequest) { [heard] setStatus in
            guard !setStatus.isError else {
                return heard.hear("\(setStatus.errorData.information) \(setStatus.category)")
            }
            var updatedCustom = initialCustom
            updatedCustom["location"] = "new_york_office"
            let updateRequest = PNSetChannelMetadataRequest(channel: channel)
            updateRequest.name = "Initial Channel Name"
            updateRequest.information = "Initial channel description."
            updateRequest.custom = updatedCustom
            updateRequest.ifMatchesEtag = setStatus.data.metadata?.eTag
            client.setChannelMetadataWith(updateRequest) { updateStatus in
                heard.hear("\(updateStatus.data.metadata?.custom ?? [:])")
                if updateStatus.isError { updateStatus.retry() }
            }
        }
        #expect(heard.words(given).count == 1)
    }

    @Test func removing() {
        let request = PNRemoveChannelMetadataRequest(channel: "channel")
        given.client.removeChannelMetadata(with: request) { [heard] status in heard.hear(status) }
        given.client.objects().removeChannelMetadata("channel")
            .performWithCompletion { [heard] status in heard.hear(status) }
        #expect(heard.words(given) == [AppContextForms.refused, AppContextForms.refused])
    }
}
