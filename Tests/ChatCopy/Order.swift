import Foundation
import PubNubChat

/// What the program does for one line of JSON. It prints `done ORDER` and what came of it, or `failed ORDER` and why.
struct Order: Decodable {
    /// `send` (channel, text), `react` (channel, timetoken, text), `unreact` (the last reaction), `rename` (text), `join` (channel), `leave`
    /// (channel), `sync` (channel): the whole history, or `await` (id): until the message with this identifier is stored.
    let order: String
    var channel = ""
    var text = ""
    var timetoken = ""
    var id = ""

    private enum CodingKeys: String, CodingKey {
        case order, channel, text, timetoken, id
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decodeIfPresent(String.self, forKey: key) ?? "" }
        order = try container.decode(String.self, forKey: .order)
        (channel, self.text, timetoken, id) = (try text(.channel), try text(.text), try text(.timetoken), try text(.id))
    }

    /// Does what standard input says, line by line, until it ends.
    static func obeyAll(_ provider: CopyProvider) async throws {
        var reaction: ChatMessageAction<CopyData>?
        for await line in lines() {
            let order = try JSONDecoder().decode(Order.self, from: Data(line.utf8))
            do {
                ChatCopy.say("done \(order.order) \(try await order.obey(provider, &reaction))")
            } catch {
                ChatCopy.say("failed \(order.order) \(error)")
            }
        }
    }

    /// The lines of standard input, which a thread waits for.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    private func obey(_ provider: CopyProvider, _ reaction: inout ChatMessageAction<CopyData>?) async throws -> String {
        let (data, me) = (provider.dataProvider, provider.currentUserId)
        let member = ChatMember<CopyData>(channelId: channel, userId: me)
        switch order {
        case "send":
            let message = ChatMessage<CopyData>(content: .init(text: text), pubnubUserId: me, pubnubChannelId: channel)
            return "\(try await data.sendRemoteMessage(SendMessageRequest(message: message)).timetoken)"
        case "react":
            guard let timetoken = Timetoken(timetoken) else { throw ChatError.wrongContentType("timetoken") }
            let request = MessageActionSendRequest<CopyData>(
                channelId: channel,
                messageTimetoken: timetoken,
                actionType: "reaction",
                actionValue: text
            )
            let added = try await data.sendRemoteMessageAction(request)
            reaction = added
            return "\(added.actionTimetoken)"
        case "unreact":
            guard let added = reaction else { throw ChatError.missingRequiredData("reaction") }
            try await data.removeRemoteMessageAction(MessageActionRequest(messageAction: added))
        case "rename":
            try await data.updateRemoteUser(ChatUserRequest(user: PubNubChatUser(id: me, name: text)))
        case "join":
            try await data.createRemoteMembers(
                MembersModifyRequest(members: [member], modificationDirection: .modifyUsersByChannel)
            )
        case "leave":
            try await data.removeRemoteMemberships(
                MembersModifyRequest(members: [member], modificationDirection: .modifyUsersByChannel)
            )
        case "sync":
            try await data.syncAllRemoteMessages(MessageHistoryRequest(channels: [channel]))
        case "await":
            for try await change in provider.store.changes(of: PubNubManagedMessage.messageBy(messageId: id)) {
                if !change.entities.isEmpty { return id }
            }
        default: throw ChatError.notImplemented(order)
        }
        return "-"
    }
}
