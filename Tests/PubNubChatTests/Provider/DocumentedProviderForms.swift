import Foundation
import PubNub
import Testing

@testable import PubNubChat

// The following code is the compatibility promise: each documented signature of the provider, with its labels, types
// and defaults, for any custom data and any rows. Compiling it is the test.

private typealias Ended<Value> = ((Result<Value, any Error>) -> Void)?
private typealias Failed = (((any Error)?) -> Void)?
private typealias Batches<Item> = (([Item], (any Error)?) -> Void)?
private typealias Pages<Item, Request: Sendable> = (([Item], Request?, (any Error)?) -> Void)?
private typealias PagesEnded<Request: Sendable> = ((PaginationError<Request>?) -> Void)?

/// The documented forms of the provider.
struct DocumentedProviderForms<ModelData: ChatCustomData, Entities: ManagedChatEntities> {
    let provider: DataProvider<ModelData, Entities>

    private typealias Channel = ChatChannel<ModelData.Channel>
    private typealias User = ChatUser<ModelData.User>
    private typealias Member = ChatMember<ModelData>
    private typealias Message = ChatMessage<ModelData>
    private typealias Action = ChatMessageAction<ModelData>

    func channels() -> [Any] {
        let load: ([Channel], Int, Batches<Channel>, (() -> Void)?) -> Void =
            provider.load(channels:batchSize:batchHandler:completion:)
        let removeStored: (String, Failed) -> Void = provider.removeStoredChannel(channelId:completion:)
        typealias One = (ChatChannelRequest<ModelData.Channel>, Ended<Channel>) -> Void
        let sync: One = provider.syncRemoteChannel(_:completion:)
        let create: One = provider.createRemoteChannel(_:completion:)
        let update: One = provider.updateRemoteChannel(_:completion:)
        let remove: (ChatChannelRequest<ModelData.Channel>, Ended<Void>) -> Void =
            provider.removeRemoteChannel(_:completion:)
        let page: (ChannelsFetchRequest, Ended<(channels: [Channel], next: ChannelsFetchRequest?)>) -> Void =
            provider.syncRemoteChannels(_:completion:)
        let pages = {
            (
                request: ChannelsFetchRequest,
                handler: Pages<Channel, ChannelsFetchRequest>,
                ended: PagesEnded<ChannelsFetchRequest>
            ) in
            provider.syncRemoteChannelsPaginated(request, pageHandler: handler, completion: ended)
        }
        return [load, removeStored, sync, create, update, remove, page, pages]
    }

    func users() -> [Any] {
        let load: ([User], Int, Batches<User>, (() -> Void)?) -> Void =
            provider.load(users:batchSize:batchHandler:completion:)
        let removeStored: (String, Failed) -> Void = provider.removeStoredUser(userId:completion:)
        typealias One = (ChatUserRequest<ModelData.User>, Ended<User>) -> Void
        let sync: One = provider.syncRemoteUser(_:completion:)
        let create: One = provider.createRemoteUser(_:completion:)
        let update: One = provider.updateRemoteUser(_:completion:)
        let remove: (ChatUserRequest<ModelData.User>, Ended<Void>) -> Void = provider.removeRemoteUser(_:completion:)
        // The label is the document's own.
        let page: (UsersFetchRequest, Ended<(channels: [User], next: UsersFetchRequest?)>) -> Void =
            provider.syncRemoteUsers(_:completion:)
        let pages = {
            (
                request: UsersFetchRequest,
                handler: Pages<User, UsersFetchRequest>,
                ended: PagesEnded<UsersFetchRequest>
            ) in
            provider.syncRemoteUsersPaginated(request, pageHandler: handler, completion: ended)
        }
        return [load, removeStored, sync, create, update, remove, page, pages]
    }

    func members() -> [Any] {
        let load: ([Member], Int, Bool, Batches<Member>, (() -> Void)?) -> Void =
            provider.load(members:batchSize:forceWrite:batchHandler:completion:)
        let loadOfSource: ([Member], Bool, Int, Batches<Member>, (() -> Void)?) -> Void =
            provider.load(members:forceWrite:batchSize:batchHandler:completion:)
        let removeStored: (String, String, Failed) -> Void =
            provider.removeStoredMember(channelId:userId:completion:)
        let removeMany: ([Member], Int, Batches<Member>, (() -> Void)?) -> Void =
            provider.removeStoredMembers(members:batchSize:batchHandler:completion:)
        let removeManyAsPrinted: ([Member], Int, Batches<Member>, (() -> Void)?) -> Void =
            provider.removeStoredMembers(members:userId:batchHandler:completion:)
        let users: (UserMemberFetchRequest, Ended<([Member], next: UserMemberFetchRequest?)>) -> Void =
            provider.syncRemoteUserMembers(_:completion:)
        let channels: (ChannelMemberFetchRequest, Ended<([Member], next: ChannelMemberFetchRequest?)>) -> Void =
            provider.syncRemoteChannelMembers(_:completion:)
        let userPages = {
            (
                request: UserMemberFetchRequest,
                handler: Pages<Member, UserMemberFetchRequest>,
                ended: PagesEnded<UserMemberFetchRequest>
            ) in
            provider.syncRemoteUserMembersPagination(request, pageHandler: handler, completion: ended)
        }
        let channelPages = {
            (
                request: ChannelMemberFetchRequest,
                handler: Pages<Member, ChannelMemberFetchRequest>,
                ended: PagesEnded<ChannelMemberFetchRequest>
            ) in
            provider.syncRemoteChannelMembersPagination(request, pageHandler: handler, completion: ended)
        }
        typealias Modify = (MembersModifyRequest<ModelData>, Ended<Void>) -> Void
        let create: Modify = provider.createRemoteMembers(_:completion:)
        let update: Modify = provider.updateRemoteMemberships(_:completion:)
        let remove: Modify = provider.removeRemoteMemberships(_:completion:)
        return [
            load, loadOfSource, removeStored, removeMany, removeManyAsPrinted, users, channels, userPages,
            channelPages, create, update, remove,
        ]
    }

    func messages() -> [Any] {
        let load: ([Message], Bool, Int, Batches<Message>, (() -> Void)?) -> Void =
            provider.load(messages:processMessageActions:batchSize:batchHandler:completion:)
        let removeStored: (String, Failed) -> Void = provider.removeStoredMessage(messageId:completion:)
        let send: (SendMessageRequest<ModelData>, Ended<Message>) -> Void = provider.sendRemoteMessage(_:completion:)
        typealias Page = (messageByChannelId: [String: [Message]], next: MessageHistoryRequest?)
        let sync: (MessageHistoryRequest, ((Result<Page, PaginationError<MessageHistoryRequest>>) -> Void)?) -> Void =
            provider.syncRemoteMessages(_:completion:)
        return [load, removeStored, send, sync]
    }

    func reactions() -> [Any] {
        let load: ([Action], Int, Batches<Action>, (() -> Void)?) -> Void =
            provider.load(messageActions:batchSize:batchHandler:completion:)
        let removeStored: (String, Failed) -> Void =
            provider.removeStoredMessageAction(messageActionId:completion:)
        let send: (MessageActionSendRequest<ModelData>, Ended<Action>) -> Void =
            provider.sendRemoteMessageAction(_:completion:)
        let remove: (MessageActionRequest<ModelData>, Ended<Void>) -> Void =
            provider.removeRemoteMessageAction(_:completion:)
        typealias Page = (actions: [Action], next: MessageActionFetchRequest?)
        typealias Fetch = (
            MessageActionFetchRequest, ((Result<Page, PaginationError<MessageActionFetchRequest>>) -> Void)?
        ) -> Void
        let sync: Fetch = provider.syncRemoteMessageActions(_:completion:)
        let syncAsPrinted: Fetch = provider.removeRemoteMessageAction(_:completion:)
        let pages = {
            (
                request: MessageActionFetchRequest,
                handler: Pages<Action, MessageActionFetchRequest>,
                ended: PagesEnded<MessageActionFetchRequest>
            ) in
            provider.syncAllRemoteMessageActions(request, pageHandler: handler, completion: ended)
        }
        return [load, removeStored, send, remove, sync, syncAsPrinted, pages]
    }
}

/// The defaults as documented.
extension DocumentedProviderForms {
    func defaults() {
        provider.load(channels: [])
        provider.load(users: [], batchSize: 2)
        provider.load(members: [], batchSize: 2, forceWrite: false)
        provider.load(members: [], forceWrite: false)
        provider.load(members: [], forceWrite: true, batchSize: 2)
        provider.load(messages: [], processMessageActions: true)
        provider.load(messageActions: []) { _, _ in }
        provider.removeStoredChannel(channelId: "c")
        provider.removeStoredUser(userId: "u")
        provider.removeStoredMember(channelId: "c", userId: "u")
        provider.removeStoredMembers(members: [])
        provider.removeStoredMembers(members: [], userId: 2)
        provider.removeStoredMessage(messageId: "m")
        provider.removeStoredMessageAction(messageActionId: "a")
    }

    func remoteDefaults() {
        provider.syncRemoteChannel(.init(channel: .init(id: "c")))
        provider.createRemoteChannel(.init(channel: .init(id: "c", name: "Name")))
        provider.updateRemoteChannel(.init(channel: .init(id: "c"), includeCustom: false)) { _ in }
        provider.syncRemoteChannelsPaginated(.init())
        provider.syncRemoteChannelsPaginated(.init()) { _, _, _ in }
        provider.syncRemoteUser(.init(user: .init(id: "u")))
        provider.createRemoteUser(.init(user: .init(id: "u")))
        provider.updateRemoteUser(.init(user: .init(id: "u")))
        provider.syncRemoteUsersPaginated(.init()) { _, _, _ in
        } completion: { _ in
        }
        provider.syncRemoteUserMembersPagination(.init(channelId: "c"))
        provider.syncRemoteChannelMembersPagination(.init(userId: "u"))
        provider.syncAllRemoteMessageActions(.init(channel: "c"))
        provider.syncAllRemoteMessages(.init(channels: ["c"]))
    }
}

@Suite("Documented forms of the provider")
struct DocumentedProviderFormTests {
    @Test("Each documented form compiles")
    func forms() throws {
        let provider = LoadTests.provider(try ChatStore(configuration: .inMemory))
        let forms = DocumentedProviderForms(provider: provider)
        let count = forms.channels().count + forms.users().count + forms.members().count + forms.messages().count
        #expect(count + forms.reactions().count == 39)
        forms.defaults()
        forms.remoteDefaults()
    }

    @Test("Requests have the documented defaults")
    func requests() {
        let channels = ChannelsFetchRequest()
        #expect(channels.includeCustom && !channels.includeTotalCount && channels.limit == 100)
        let users = UsersFetchRequest()
        #expect(users.includeCustom && !users.includeTotalCount && users.limit == 100 && users.sort.isEmpty)
        let members = UserMemberFetchRequest(channelId: "c")
        #expect(members.includeCustom && members.includeTotalCount && members.includeUserFields)
        let memberships = ChannelMemberFetchRequest(userId: "u")
        #expect(memberships.includeCustom && memberships.includeTotalCount && memberships.includeChannelFields)
        #expect(members.limit == 100 && memberships.limit == 100)
        let history = MessageHistoryRequest(channels: ["c"])
        #expect(history.actionsInResponse && history.uuidInResponse)
        #expect(history.messageTypeInResponse && history.limit == nil && history.start == nil && history.end == nil)
        let send = SendMessageRequest<TestCustom>(message: message())
        #expect(send.storeInHistory == nil && !send.shouldCompress && send.ttl == nil && send.metadata == nil)
        let here = FetchHereNowRequest(channels: ["c"])
        #expect(here.groups.isEmpty && here.includeUUIDs && here.includeState)
        #expect(channels.requestId != ChannelsFetchRequest().requestId && !channels.requestId.isEmpty)
    }

    @available(*, deprecated, message: "Compiles what is deprecated")
    @Test("`metaInResponse`, which has no effect, remains with its documented default")
    func metaInResponse() {
        #expect(!MessageHistoryRequest(channels: ["c"]).metaInResponse)
        let history = MessageHistoryRequest(channels: ["c"], actionsInResponse: false, metaInResponse: true, limit: 5)
        #expect(history.metaInResponse && !history.actionsInResponse && history.uuidInResponse && history.limit == 5)
    }
}
