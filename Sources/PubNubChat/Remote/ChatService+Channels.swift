import Logging
import PubNub

/// Metadata of channels.
extension ChatService {
    func channel<Custom>(_ request: ChatChannelRequest<Custom>) async throws -> ChatChannel<Custom> {
        let call = PNFetchChannelMetadataRequest(channel: request.channel.id)
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        return ChatChannel(try await value(of: call))
    }

    func channels<Custom>(_ request: ChannelsFetchRequest) async throws -> ServicePage<ChatChannel<Custom>> {
        let call = PNFetchAllChannelsMetadataRequest()
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        if request.includeTotalCount { call.includeFields.insert(.totalCountField) }
        call.take(request)
        return ServicePage(try await value(of: call), of: request) { ChatChannel($0) }
    }

    func setChannel<Custom>(_ request: ChatChannelRequest<Custom>) async throws -> ChatChannel<Custom> {
        let call = try PNSetChannelMetadataRequest(request.channel)
        call.includeFields = Self.fields(includeCustom: request.includeCustom)
        return ChatChannel(try await value(of: call))
    }

    /// Changes fields of a channel; see ``change(userId:_:_:)``.
    func change<Custom>(channelId: String, _ change: FieldsChange, _ eTag: String?) async throws -> ChatChannel<Custom>
    {
        let call = PNSetChannelMetadataRequest(channel: channelId)
        change.apply(to: call)
        call.information = change.texts[.information]
        call.ifMatchesEtag = eTag
        call.includeFields = Self.fields(includeCustom: true)
        return ChatChannel(try await value(of: call))
    }

    /// Gives the channel of a thread metadata. Without the right to do so, or without App Context, clients of
    /// PubNub's Chat SDK do not find the thread, and those of this layer do.
    func describe(_ thread: ChatThread) async throws {
        let call = PNSetChannelMetadataRequest(channel: thread.id)
        call.information =
            "Thread on channel \(thread.parentChannelId) with message timetoken \(thread.parentTimetoken)"
        do {
            _ = try await value(of: call)
        } catch let error as PNError where !error.isTemporary {
            ChatLog.logger.debug("The thread \(thread.id) has no metadata: \(error)")
        }
    }

    func removeChannel(_ id: String) async throws {
        try await value(of: PNRemoveChannelMetadataRequest(channel: id))
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
