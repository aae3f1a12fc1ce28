import Foundation
import PubNub

/// What a copy reads, from the service itself.
struct ServiceSource<Model: ChatCustomData>: CopySource {
    let service: ChatService

    func time() async throws -> Timetoken {
        try await service.answer { finish in
            service.pubnub.requestServerTimeToken { time, error in
                finish(time.map { .success($0.uint64Value) } ?? .failure(error ?? PNError(code: kPNUnknownError)))
            }
        }
    }

    func messages(on channel: String, in range: CopyRange) async throws -> CopyPage<ChatMessage<Model>> {
        let request = MessageHistoryRequest(channels: [channel], start: range.upTo + 1, end: range.after + 1)
        let page: HistoryPage<Model> = try await service.history(request)
        return CopyPage(
            items: page.messages[channel] ?? [],
            faults: page.failures.map { $0 as? ChatError ?? .wrongContentType("message") },
            timetokens: page.isComplete ? Set(page.timetokens[channel] ?? []) : nil,
            oldest: page.next?.start
        )
    }

    func reactions(on channel: String, in range: CopyRange) async throws -> CopyPage<ChatMessageAction<Model>>? {
        try await unlessRefused {
            let request = MessageActionFetchRequest(channel: channel, start: range.upTo + 1, end: range.after + 1)
            let page: (actions: [ChatMessageAction<Model>], next: MessageActionFetchRequest?) =
                try await service.actions(request)
            return CopyPage(items: page.actions, oldest: page.next?.start)
        }
    }

    func channel(_ id: String) async throws -> ChatChannel<Model.Channel>? {
        try await unlessRefused { try await service.channel(ChatChannelRequest(channel: ChatChannel(id: id))) }
    }

    func members(of channel: String) async throws -> [ChatMember<Model>]? {
        try await unlessRefused {
            var members: [ChatMember<Model>] = []
            let request = UserMemberFetchRequest(channelId: channel, includeTotalCount: false)
            do throws(PaginationError<UserMemberFetchRequest>) {
                try await PageWalk.run(from: request) { request in
                    let page: ServicePage<ChatMember<Model>> = try await service.members(request)
                    members += page.items
                    return page.next(after: request)
                }
            } catch {
                throw error.error
            }
            return members
        }
    }

    func presence(on channel: String) async throws -> ChannelPresence? {
        try await unlessRefused {
            try await service.hereNow(FetchHereNowRequest(channels: [channel])).first { $0.channelId == channel }
        } ?? nil
    }

    /// Asks for what the service may refuse for good, such as an add-on that is off.
    private func unlessRefused<Value>(_ ask: () async throws -> Value) async throws -> Value? {
        do {
            return try await ask()
        } catch let error as PNError where error.isTemporary {
            throw error
        } catch let error as CancellationError {
            throw error
        } catch {
            return nil
        }
    }
}
