import Foundation
import PubNubWire

import typealias PubNubTime.Timetoken

/// Translates events into changes of the local store, without reading the store.
struct LiveTranslator<Model: ChatCustomData>: Sendable {
    private struct Reference: Decodable {
        var id: String
    }

    private struct Membership: Decodable {
        var channel: Reference
        var uuid: Reference
    }

    /// The changes that an event causes, in order.
    ///
    /// - Throws: ``ChatError`` if the event should be chat data but is invalid.
    func changes(of arrival: LiveArrival) throws(ChatError) -> [LiveChange<Model>] {
        switch arrival.event {
        case .message(let publisher, let payload, let metadata):
            if ChatSDKPayload.isEvent(payload) { return [] }
            let channel = arrival.channel
            let timetoken = arrival.timetoken
            return [
                .message(
                    try ChatMessage(
                        payload: payload,
                        publisher: publisher,
                        channelId: channel,
                        timetoken: timetoken,
                        metadata: metadata
                    )
                )
            ]
        case .signal(let publisher, let payload):
            return [receipt(publisher, payload, arrival.channel) ?? typing(publisher, payload, arrival.channel)]
                .compactMap(\.self)
        case .object(let object): return [try change(of: object, at: arrival.timetoken)]
        case .reaction(let reaction): return [change(of: reaction, on: arrival.channel)]
        case .presence(let presence): return try changes(of: presence, on: arrival.channel)
        case .other: return []
        }
    }

    private func typing(_ publisher: String?, _ payload: RawJSON, _ channel: String) -> LiveChange<Model>? {
        guard let publisher, let type = payload.first("type")?.value().string else { return nil }
        let signal =
            type == TypingSignal.type
            ? payload.first("value")?.value().bool.map { $0 ? TypingSignal.on : .off }
            : TypingSignal(rawValue: type)
        return signal.map { .typing(channelId: channel, userId: publisher, isTyping: $0 == .on) }
    }

    /// The receipt of PubNub's Chat SDK: a member has read a channel up to a message.
    private func receipt(_ publisher: String?, _ payload: RawJSON, _ channel: String) -> LiveChange<Model>? {
        guard let publisher, payload.first("type")?.value().string == "receipt",
            let timetoken = payload.first("messageTimetoken")?.value().string.flatMap({ Timetoken($0) })
        else { return nil }
        return .receipt(channelId: channel, userId: publisher, timetoken)
    }

    private func change(
        of object: LiveEvent.Object,
        at timetoken: Timetoken
    ) throws(ChatError) -> LiveChange<Model> {
        let date = Date(timetoken: timetoken)
        switch (object.type, object.isDelete) {
        case ("uuid", false): return .user(try ChatUser<Model.User>.Patcher(wire: object.data))
        case ("uuid", true): return .userRemoved(try Self.read(Reference.self, from: object).id, at: date)
        case ("channel", false):
            return .channel(try ChatChannel<Model.Channel>.Patcher(wire: object.data))
        case ("channel", true):
            return .channelRemoved(try Self.read(Reference.self, from: object).id, at: date)
        case ("membership", false):
            return .member(try ChatMember<Model>.Patcher(wire: object.data))
        case ("membership", true):
            let membership = try Self.read(Membership.self, from: object)
            return .memberRemoved(channelId: membership.channel.id, userId: membership.uuid.id, at: date)
        default: throw .wrongContentType("object event of type \(object.type)")
        }
    }

    private static func read<Value: Decodable>(
        _ type: Value.Type,
        from object: LiveEvent.Object
    ) throws(ChatError) -> Value {
        try ChatPayload.decode(type, from: Data(object.data.bytes))
    }

    private func change(of reaction: LiveEvent.Reaction, on channel: String) -> LiveChange<Model> {
        let action = ChatMessageAction<Model>(
            actionTimetoken: reaction.actionTimetoken,
            parentTimetoken: reaction.parentTimetoken,
            sourceType: reaction.type,
            value: reaction.value,
            pubnubUserId: reaction.userId,
            userModel: ChatUser(id: reaction.userId),
            pubnubChannelId: channel
        )
        return reaction.isRemoved ? .reactionRemoved(action) : .reaction(action)
    }

    private func changes(
        of presence: LiveEvent.Presence,
        on channel: String
    ) throws(ChatError) -> [LiveChange<Model>] {
        func change(_ user: String, _ isPresent: Bool) -> LiveChange<Model> {
            .presence(channelId: channel, userId: user, MembershipPresence(isPresent: isPresent))
        }
        switch presence {
        case .join(let user): return [change(user, true)]
        case .leave(let user): return [change(user, false)]
        case .state(let user, let json):
            let data = Data(json.bytes)
            let state = try ChatPayload.decode(JSON.self, from: data)
            var known = MembershipPresence(isPresent: true, presenceState: .some(state))
            known.stateSource = SourceJSON(text: data)
            return [.presence(channelId: channel, userId: user, known)]
        case .interval(let joined, let left, let isOutdated):
            return joined.map { change($0, true) } + left.map { change($0, false) }
                + (isOutdated ? [.presenceOutdated(channelId: channel)] : [])
        }
    }
}
