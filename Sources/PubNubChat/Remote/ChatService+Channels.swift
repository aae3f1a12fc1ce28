import PubNub

/// Metadata of channels.
extension ChatService {
    func channel<Custom>(_ request: ChatChannelRequest<Custom>) async throws -> ChatChannel<Custom> {
        let result: PNFetchChannelsMetadataResult = try await fetch { finish in
            let call = PNFetchChannelMetadataRequest(channel: request.channel.id)
            call.includeFields = Self.fields(includeCustom: request.includeCustom)
            pubnub.channelMetadata(with: call, completion: finish)
        }
        guard let metadata = result.data.metadata else {
            throw ChatError.missingRequiredData("metadata of channel \(request.channel.id)")
        }
        return ChatChannel(metadata)
    }

    func channels<Custom>(_ request: ChannelsFetchRequest) async throws -> ServicePage<ChatChannel<Custom>> {
        let result: PNFetchAllChannelsMetadataResult = try await fetch { finish in
            let call = PNFetchAllChannelsMetadataRequest()
            call.includeFields = Self.fields(includeCustom: request.includeCustom)
            if request.includeTotalCount { call.includeFields.insert(.totalCountField) }
            call.take(request)
            pubnub.allChannelsMetadata(with: call, completion: finish)
        }
        return ServicePage(result.data.metadata, of: request, next: result.data.next, count: result.data.totalCount) {
            ChatChannel($0)
        }
    }

    func setChannel<Custom>(_ request: ChatChannelRequest<Custom>) async throws -> ChatChannel<Custom> {
        let channel = request.channel
        let call = try PNSetChannelMetadataRequest(channel)
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        let status: PNSetChannelMetadataStatus = try await change { finish in
            pubnub.setChannelMetadataWith(call, completion: finish)
        }
        guard let metadata = status.data.metadata else {
            throw ChatError.missingRequiredData("metadata of channel \(channel.id)")
        }
        return ChatChannel(metadata)
    }

    func removeChannel(_ id: String) async throws {
        try await acknowledge { finish in
            pubnub.removeChannelMetadata(with: PNRemoveChannelMetadataRequest(channel: id), completion: finish)
        }
    }

    private static func fields(includeCustom: Bool) -> PNChannelFields {
        includeCustom ? [.statusField, .typeField, .customField] : [.statusField, .typeField]
    }
}

extension PNObjectsPaginatedRequest {
    /// Applies the parameters that all requests for pages of chat data have.
    func take(_ request: some ListRequest) {
        limit = UInt(clamping: request.limit)
        filter = request.filter
        sort = request.sort
        start = request.page?.start
        end = request.page?.end
    }
}
