import Foundation
import PubNub
import PubNubCore
import PubNubMachines
import PubNubWire

import typealias PubNubTime.Timetoken

/// Fetches missing data of a local store from the service.
struct ServiceSource<Model: ChatCustomData>: BackfillSource {
    let service: ChatService

    func time() async throws -> Timetoken {
        try await service.pubnub.reporting { client async throws(Failure) in try await client.serverTime() }.rawValue
    }

    func messages(
        on channel: String,
        in range: TimetokenRange,
        withReactions: Bool
    ) async throws -> BackfillPage<ChatMessage<Model>> {
        let request = MessageHistoryRequest(
            channels: [channel],
            actionsInResponse: withReactions,
            start: range.upTo + 1,
            end: range.after + 1
        )
        let page: ChatHistoryPage<Model> = try await service.history(request)
        return BackfillPage(
            items: page.messages[channel] ?? [],
            faults: page.failures,
            timetokens: page.isComplete ? Set(page.timetokens[channel] ?? []) : nil,
            oldest: page.next?.start
        )
    }

    func reactions(on channel: String, in range: TimetokenRange) async throws -> BackfillPage<ChatMessageAction<Model>>?
    {
        try await unlessOff {
            let request = MessageActionFetchRequest(channel: channel, start: range.upTo + 1, end: range.after + 1)
            let page: (actions: [ChatMessageAction<Model>], next: MessageActionFetchRequest?) =
                try await service.actions(request)
            return BackfillPage(items: page.actions, oldest: page.next?.start)
        }
    }

    func channel(_ id: String) async throws -> BackfillMetadata<ChatChannel<Model.Channel>>? {
        try await unlessOff {
            do {
                return .found(try await service.channel(ChatChannelRequest(channel: ChatChannel(id: id))))
            } catch let error as PNError where error.isNotFound {
                return .absent
            }
        }
    }

    /// The number of members, the membership that changed last, and the user that changed last. Every addition or
    /// change has a later time than all before, and every removal decreases the number unless another member is added.
    /// Deleted metadata of a user changes none of these.
    func membersMark(of channel: String) async throws -> String? {
        try await unlessOff {
            var parts: [String] = []
            for order in ["updated:desc", "uuid.updated:desc"] {
                let request = UserMemberFetchRequest(channelId: channel, sort: [order], limit: 1)
                let page: ServicePage<ChatMember<Model>> = try await service.members(request)
                let member = page.items.first
                parts += [
                    "\(page.total ?? -1)", member?.id ?? "", member?.eTag ?? "", member?.chatUser.eTag ?? "",
                    "\(member?.updated?.timeIntervalSince1970 ?? 0)",
                    "\(member?.chatUser.updated?.timeIntervalSince1970 ?? 0)",
                ]
            }
            return parts.joined(separator: "|")
        }
    }

    func members(of channel: String, from start: String?) async throws -> BackfillList<ChatMember<Model>>? {
        try await unlessOff {
            var request = UserMemberFetchRequest(channelId: channel)
            request.page = start.map { ChatPage(start: $0) }
            let page: ServicePage<ChatMember<Model>> = try await service.members(request)
            return BackfillList(
                items: page.items,
                faults: page.failures.map { UnreadableItem(error: $0 as? ChatError ?? .wrongContentType("member")) },
                next: page.next(after: request)?.page?.start,
                total: page.total
            )
        }
    }

    func presence(on channel: String) async throws -> ChannelPresence? {
        try await unlessOff {
            try await service.hereNow(FetchHereNowRequest(channels: [channel])).first { $0.channelId == channel }
        } ?? nil
    }

    /// Requests data of an add-on; nil if the add-on is off. Other errors may be temporary.
    private func unlessOff<Value>(_ ask: () async throws -> Value) async throws -> Value? {
        do {
            return try await ask()
        } catch let error as PNError where error.isFeatureOff {
            return nil
        }
    }
}
