import Foundation
import PubNubChat

/// A command of standard input, one line of JSON. The process prints `done COMMAND` with the result, or `failed COMMAND`
/// with the error.
struct ProcessCommand: Decodable {
    /// `send` (channel, text), `queue` (channel, text, id), `react` (channel, timetoken, text), `unreact` (the last reaction), `rename` (text),
    /// `join` (channel), `leave` (channel), `sync` (channel; fetches the whole history), or `await` (id; waits until
    /// the message with this identifier is stored).
    let name: String
    var channel = ""
    var text = ""
    var timetoken = ""
    var id = ""

    private enum CodingKeys: String, CodingKey {
        case name = "command", channel, text, timetoken, id
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decodeIfPresent(String.self, forKey: key) ?? "" }
        name = try container.decode(String.self, forKey: .name)
        channel = try text(.channel)
        self.text = try text(.text)
        timetoken = try text(.timetoken)
        id = try text(.id)
    }

    /// Runs the commands of standard input, line by line, until it ends.
    static func runAll(_ provider: ProcessProvider) async throws {
        var reaction: ChatMessageAction<ProcessData>?
        for await line in lines() {
            let command = try JSONDecoder().decode(ProcessCommand.self, from: Data(line.utf8))
            do {
                say("done \(command.name) \(try await command.run(provider, &reaction))")
            } catch {
                say("failed \(command.name) \(error)")
            }
        }
    }

    /// The lines of standard input, which a thread reads.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    private func run(
        _ provider: ProcessProvider,
        _ reaction: inout ChatMessageAction<ProcessData>?
    ) async throws -> String {
        let data = provider.dataProvider
        let me = provider.currentUserId
        let member = ChatMember<ProcessData>(channelId: channel, userId: me)
        switch name {
        case "send":
            let message = ChatMessage<ProcessData>(
                content: .init(text: text),
                pubnubUserId: me,
                pubnubChannelId: channel
            )
            return "\(try await data.sendRemoteMessage(SendMessageRequest(message: message)).timetoken)"
        case "queue":
            let message = ChatMessage<ProcessData>(
                content: .init(id: id, text: text),
                pubnubUserId: me,
                pubnubChannelId: channel
            )
            try await data.queueMessage(SendMessageRequest(message: message))
        case "react":
            guard let timetoken = Timetoken(timetoken) else { throw ChatError.wrongContentType("timetoken") }
            let request = MessageActionSendRequest<ProcessData>(
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
        default: throw ChatError.notImplemented(name)
        }
        return "-"
    }
}
