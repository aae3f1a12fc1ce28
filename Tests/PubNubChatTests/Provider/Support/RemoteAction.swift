import PubNubChat
import PubNubOrigin

/// Every action that sends a request to the service.
enum RemoteAction: String, CaseIterable {
    case syncRemoteChannel, syncRemoteChannels, syncRemoteChannelsPaginated
    case createRemoteChannel, updateRemoteChannel, removeRemoteChannel
    case syncRemoteUser, syncRemoteUsers, syncRemoteUsersPaginated
    case createRemoteUser, updateRemoteUser, removeRemoteUser
    case syncRemoteUserMembers, syncRemoteUserMembersPagination
    case syncRemoteChannelMembers, syncRemoteChannelMembersPagination
    case createRemoteMembers, updateRemoteMemberships, removeRemoteMemberships
    case sendRemoteMessage, sendUnsentMessages, syncRemoteMessages, syncAllRemoteMessages
    case sendRemoteMessageAction, removeRemoteMessageAction, syncRemoteMessageActions, syncAllRemoteMessageActions
    case syncHereNow, syncRemotePresenceState, setRemotePresenceState, sendIsTyping

    /// The timetoken of the message at the service and in the store before the action.
    static let timetoken: Timetoken = 15_000_000_000_000_000

    static let families: [FaultFamily] = [.objects, .publish, .history, .messageActions, .hereNow, .state]

    var channelRequest: ChatChannelRequest<TestCustom.Channel> { .init(channel: channel(name: "Changed", eTag: nil)) }
    var userRequest: ChatUserRequest<TestCustom.User> { .init(user: user(name: "Changed", eTag: nil)) }
    var membersRequest: MembersModifyRequest<TestCustom> {
        var changed = member()
        changed.status = "changed"
        return .init(members: [changed], modificationDirection: .modifyUsersByChannel)
    }
    var sendRequest: SendMessageRequest<TestCustom> {
        .init(message: message("new", timetoken: 0, user: "me"))
    }
    var actionRequest: MessageActionSendRequest<TestCustom> {
        .init(channelId: "c", messageTimetoken: 100, actionType: "reaction", actionValue: "👍")
    }
    var stateRequest: SetPresenceStateRequest {
        .init(currentUserId: "somebody", channels: ["c"], state: ["mood": .string("fine")])
    }

    /// Runs the action.
    func run(_ data: TestProvider) async throws {
        switch self {
        case .syncRemoteChannel: try await data.syncRemoteChannel(channelRequest)
        case .syncRemoteChannels: try await data.syncRemoteChannels(.init())
        case .syncRemoteChannelsPaginated: try await data.syncRemoteChannelsPaginated(.init())
        case .createRemoteChannel: try await data.createRemoteChannel(channelRequest)
        case .updateRemoteChannel: try await data.updateRemoteChannel(channelRequest)
        case .removeRemoteChannel: try await data.removeRemoteChannel(channelRequest)
        case .syncRemoteUser: try await data.syncRemoteUser(userRequest)
        case .syncRemoteUsers: try await data.syncRemoteUsers(.init())
        case .syncRemoteUsersPaginated: try await data.syncRemoteUsersPaginated(.init())
        case .createRemoteUser: try await data.createRemoteUser(userRequest)
        case .updateRemoteUser: try await data.updateRemoteUser(userRequest)
        case .removeRemoteUser: try await data.removeRemoteUser(userRequest)
        case .syncRemoteUserMembers: try await data.syncRemoteUserMembers(.init(channelId: "c"))
        case .syncRemoteUserMembersPagination: try await data.syncRemoteUserMembersPagination(.init(channelId: "c"))
        case .syncRemoteChannelMembers: try await data.syncRemoteChannelMembers(.init(userId: "u"))
        case .syncRemoteChannelMembersPagination:
            try await data.syncRemoteChannelMembersPagination(.init(userId: "u"))
        case .createRemoteMembers: try await data.createRemoteMembers(membersRequest)
        case .updateRemoteMemberships: try await data.updateRemoteMemberships(membersRequest)
        case .removeRemoteMemberships: try await data.removeRemoteMemberships(membersRequest)
        case .sendRemoteMessage: try await data.sendRemoteMessage(sendRequest)
        case .sendUnsentMessages: try await data.sendUnsentMessages()
        case .syncRemoteMessages: try await data.syncRemoteMessages(.init(channels: ["c"]))
        case .syncAllRemoteMessages: try await data.syncAllRemoteMessages(.init(channels: ["c"]))
        case .sendRemoteMessageAction: try await data.sendRemoteMessageAction(actionRequest)
        case .removeRemoteMessageAction: try await data.removeRemoteMessageAction(.init(messageAction: action()))
        case .syncRemoteMessageActions: try await data.syncRemoteMessageActions(.init(channel: "c"))
        case .syncAllRemoteMessageActions: try await data.syncAllRemoteMessageActions(.init(channel: "c"))
        case .syncHereNow: try await data.syncHereNow(.init(channels: ["c"]))
        case .syncRemotePresenceState: try await data.syncRemotePresenceState(.init(uuid: "u", channels: ["c"]))
        case .setRemotePresenceState: try await data.setRemotePresenceState(stateRequest)
        case .sendIsTyping: try await data.send(isTyping: true, on: "c")
        }
    }

    /// Starts the action with closures.
    ///
    /// - Parameters:
    ///   - data: The provider of the action.
    ///   - ended: Receives the error or nil.
    func start(_ data: TestProvider, _ ended: @escaping ((any Error)?) -> Void) {
        func report<Value, Failure: Error>(_ result: Result<Value, Failure>) {
            if case .failure(let error) = result { ended(error) } else { ended(nil) }
        }
        switch self {
        case .syncRemoteChannel: data.syncRemoteChannel(channelRequest) { report($0) }
        case .syncRemoteChannels: data.syncRemoteChannels(.init()) { report($0) }
        case .syncRemoteChannelsPaginated: data.syncRemoteChannelsPaginated(.init(), completion: { ended($0) })
        case .createRemoteChannel: data.createRemoteChannel(channelRequest) { report($0) }
        case .updateRemoteChannel: data.updateRemoteChannel(channelRequest) { report($0) }
        case .removeRemoteChannel: data.removeRemoteChannel(channelRequest) { report($0) }
        case .syncRemoteUser: data.syncRemoteUser(userRequest) { report($0) }
        case .syncRemoteUsers: data.syncRemoteUsers(.init()) { report($0) }
        case .syncRemoteUsersPaginated: data.syncRemoteUsersPaginated(.init(), completion: { ended($0) })
        case .createRemoteUser: data.createRemoteUser(userRequest) { report($0) }
        case .updateRemoteUser: data.updateRemoteUser(userRequest) { report($0) }
        case .removeRemoteUser: data.removeRemoteUser(userRequest) { report($0) }
        case .syncRemoteUserMembers: data.syncRemoteUserMembers(.init(channelId: "c")) { report($0) }
        case .syncRemoteUserMembersPagination:
            data.syncRemoteUserMembersPagination(.init(channelId: "c"), completion: { ended($0) })
        case .syncRemoteChannelMembers: data.syncRemoteChannelMembers(.init(userId: "u")) { report($0) }
        case .syncRemoteChannelMembersPagination:
            data.syncRemoteChannelMembersPagination(.init(userId: "u"), completion: { ended($0) })
        case .createRemoteMembers: data.createRemoteMembers(membersRequest) { report($0) }
        case .updateRemoteMemberships: data.updateRemoteMemberships(membersRequest) { report($0) }
        case .removeRemoteMemberships: data.removeRemoteMemberships(membersRequest) { report($0) }
        case .sendRemoteMessage: data.sendRemoteMessage(sendRequest) { report($0) }
        case .sendUnsentMessages: data.sendUnsentMessages { report($0) }
        case .syncRemoteMessages: data.syncRemoteMessages(.init(channels: ["c"])) { report($0) }
        case .syncAllRemoteMessages: data.syncAllRemoteMessages(.init(channels: ["c"]), completion: { ended($0) })
        case .sendRemoteMessageAction: data.sendRemoteMessageAction(actionRequest) { report($0) }
        case .removeRemoteMessageAction:
            data.removeRemoteMessageAction(MessageActionRequest(messageAction: action())) { report($0) }
        case .syncRemoteMessageActions: data.syncRemoteMessageActions(.init(channel: "c")) { report($0) }
        case .syncAllRemoteMessageActions:
            data.syncAllRemoteMessageActions(.init(channel: "c"), completion: { ended($0) })
        case .syncHereNow: data.syncHereNow(.init(channels: ["c"])) { report($0) }
        case .syncRemotePresenceState:
            data.syncRemotePresenceState(.init(uuid: "u", channels: ["c"])) { report($0) }
        case .setRemotePresenceState: data.setRemotePresenceState(stateRequest) { report($0) }
        case .sendIsTyping: data.send(isTyping: true, on: "c") { report($0) }
        }
    }
}
