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
            var request = UserMemberFetchRequest(channelId: channel, includeTotalCount: false)
            while true {
                let page: ServicePage<ChatMember<Model>> = try await service.members(request)
                members += page.items
                // The service names a next page even after the last one.
                guard let next = page.next, next != request.page?.start, !page.items.isEmpty || !page.failures.isEmpty
                else { return members }
                request.page = ChatPage(start: next)
            }
        }
    }

    func presence(on channel: String) async throws -> CopyPresence<Model>? {
        try await unlessRefused {
            let answer = try await service.hereNow(FetchHereNowRequest(channels: [channel]))
            guard let here = answer.first(where: { $0.channelId == channel }) else { return CopyPresence(present: []) }
            let present = here.states.map { user, state in
                let presence = MembershipPresence(
                    isPresent: true,
                    presenceState: state.isEmpty ? .none : .some(.object(state))
                )
                return ChatMember<Model>(channelId: channel, userId: user, presence: presence)
            }
            return CopyPresence(present: present, isComplete: here.isComplete)
        }
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
