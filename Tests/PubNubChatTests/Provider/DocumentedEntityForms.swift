import Foundation
import GRDB
import PubNub
import PubNubChat
import Testing

// The following code is the compatibility promise: each documented attribute and signature of rows and network types,
// with a database instead of a context and query requests instead of fetch requests. Compiling it is the test.

private typealias Request<Row> = QueryInterfaceRequest<Row>

/// The documented attributes of the rows.
enum DocumentedRows {
    static func channel(_ row: PubNubManagedChannel) -> [Any?] {
        let texts: (String, String?, String, String?, String?) = (row.id, row.name, row.type, row.status, row.details)
        let others: (URL?, Data, Date?, String?, Int) = (
            row.avatarURL, row.custom, row.lastUpdated, row.eTag, row.memberCount
        )
        return [texts, others, row.managedMembers, row.managedMessages]
    }

    static func user(_ row: PubNubManagedUser) -> [Any?] {
        let texts: (String, String?, String, String?) = (row.id, row.name, row.type, row.status)
        let more: (String?, URL?, String?, Data) = (row.externalId, row.avatarURL, row.email, row.custom)
        let others: (Date?, String?) = (row.lastUpdated, row.eTag)
        return [texts, more, others, row.managedMemberships, row.managedMessages]
    }

    static func member(_ row: PubNubManagedMember) -> [Any?] {
        let fields: (String, Data, String?, Date?, String?) = (
            row.id, row.custom, row.status, row.lastUpdated, row.eTag
        )
        let presence: (Bool, Data?) = (row.isPresent, row.presenceState)
        // A row remains without references after its channel and user were removed.
        let sides: (String?, String?) = (row.channelId, row.userId)
        return [fields, presence, sides, row.managedUser, row.managedChannel]
    }

    static func message(_ row: PubNubManagedMessage) -> [Any?] {
        let fields: (String, Timetoken, Date, String, String) = (
            row.id, row.timetoken, row.dateCreated, row.text, row.contentType
        )
        let more: (Data, Data, String?, String?) = (row.content, row.custom, row.pubnubUserId, row.pubnubChannelId)
        return [fields, more, row.managedUser, row.managedChannel]
    }

    static func reaction(_ row: PubNubManagedMessageAction) -> [Any?] {
        let fields: (String, Timetoken, String, String) = (row.id, row.published, row.sourceType, row.value)
        let more: (Timetoken, String?, String?) = (row.pubnubParentTimetoken, row.pubnubParentId, row.pubnubUserId)
        return [fields, more, row.managedUser, row.managedMessage]
    }
}

/// The documented requirements of an app's rows, with any custom data.
struct DocumentedRequirements<Entities: ManagedChatEntities, Custom: ChatCustomData> {
    func channels(_ row: Entities.Channel) -> [Any] {
        typealias Row = Entities.Channel
        let id: String = row.pubnubChannelID
        let convert: () -> ChatChannel<Custom.Channel> = row.convert
        let insert: (ChatChannel<Custom.Channel>, Database) throws -> Row = Row.insertOrUpdate(channel:into:)
        let patch: (ChatChannel<Custom.Channel>.Patcher, Database) throws -> Row = Row.patch(usingPatch:into:)
        let remove: (String, Database) throws -> Row? = Row.remove(channelId:from:)
        let find: (String) -> Request<Row> = Row.channelBy(channelID:)
        let members: Request<Row.ManagedMember> = row.managedMembers
        let messages: Request<Row.ManagedMessage> = row.managedMessages
        return [id, convert, insert, patch, remove, find, members, messages]
    }

    func users(_ row: Entities.User) -> [Any] {
        typealias Row = Entities.User
        let id: String = row.pubnubUserID
        let convert: () -> ChatUser<Custom.User> = row.convert
        let insert: (ChatUser<Custom.User>, Database) throws -> Row = Row.insertOrUpdate(user:into:)
        let patch: (ChatUser<Custom.User>.Patcher, Database) throws -> Row = Row.patch(usingPatch:into:)
        let remove: (String, Database) throws -> Row? = Row.remove(userId:from:)
        let find: (String) -> Request<Row> = Row.userBy(userId:)
        let memberships: Request<Row.ManagedMember> = row.managedMemberships
        let messages: Request<Row.ManagedMessage> = row.managedMessages
        let ids: (Database) throws -> [Row.ManagedMember.ID] = row.membershipIds(from:)
        return [id, convert, insert, patch, remove, find, memberships, messages, ids]
    }

    func members(_ row: Entities.Member) -> [Any] {
        typealias Row = Entities.Member
        let convert: (Database) throws -> ChatMember<Custom> = row.convert(from:)
        let insert: (ChatMember<Custom>, Bool, Database) throws -> Row = Row.insertOrUpdate(member:forceWrite:into:)
        let patch: (ChatMember<Custom>.Patcher, Database) throws -> Row = Row.patch(usingPatch:into:)
        let remove: (String, String, Database) throws -> Row? = Row.remove(channelId:userId:from:)
        let memberships: (String) -> Request<Row> = Row.membershipsBy(userId:)
        let members: (String, String?, Bool) -> Request<Row> = Row.membersBy(channelID:excludingUserId:onlyPresent:)
        let find: (String, String) -> Request<Row> = Row.memberBy(pubnubChannelId:pubnubUserId:)
        let user: Request<Row.ManagedUser> = row.managedUser
        let channel: Request<Row.ManagedChannel> = row.managedChannel
        return [convert, insert, patch, remove, memberships, members, find, user, channel]
    }

    func messages(_ row: Entities.Message) -> [Any] {
        typealias Row = Entities.Message
        let timetoken: Timetoken = row.pubnubMessageID
        let convert: (Database) throws -> ChatMessage<Custom> = row.convert(from:)
        let insert: (ChatMessage<Custom>, Bool, Database) throws -> Row =
            Row.insertOrUpdate(message:processMessageActions:into:)
        let remove: (String, Database) throws -> Row? = Row.remove(messageId:from:)
        let ofUser: (String) -> Request<Row> = Row.messagesBy(pubnubUserId:)
        let ofChannel: (String) -> Request<Row> = Row.messagesBy(pubnubChannelId:)
        let find: (String) -> Request<Row> = Row.messageBy(messageId:)
        let unsent: (String) -> Request<Row> = Row.unsentMessagesBy(pubnubUserId:)
        let user: Request<Row.ManagedUser> = row.managedUser
        let channel: Request<Row.ManagedChannel> = row.managedChannel
        let actions: Request<Row.ManagedMessageAction> = row.managedActions
        return [timetoken, convert, insert, remove, ofUser, ofChannel, find, unsent, user, channel, actions]
    }

    func reactions(_ row: Entities.MessageAction) -> [Any] {
        typealias Row = Entities.MessageAction
        let timetoken: Timetoken = row.pubnubActionTimetoken
        let convert: (Database) throws -> ChatMessageAction<Custom> = row.convert(from:)
        let insertOrUpdate: (ChatMessageAction<Custom>, Database) throws -> Row =
            Row.insertOrUpdate(messageAction:into:)
        let insert: (ChatMessageAction<Custom>, Database) throws -> Row = Row.insert(messageAction:into:)
        let remove: (String, Database) throws -> Row? = Row.remove(messageActionId:from:)
        let user: Request<Row.ManagedUser> = row.managedUser
        let message: Request<Row.ManagedMessage> = row.managedMessage
        return [timetoken, convert, insertOrUpdate, insert, remove, user, message]
    }
}

/// The documented fields of the network types.
enum DocumentedFields<Custom: ChatCustomData> {
    static func channel(_ channel: ChatChannel<Custom.Channel>) -> [Any] {
        let texts: (String, String?, String, String?) = (channel.id, channel.name, channel.type, channel.status)
        let others: (String?, URL?, Date?, String?) = (
            channel.details, channel.avatarURL, channel.updated, channel.eTag
        )
        let custom: Custom.Channel = channel.custom
        let patch: (ChatChannel<Custom.Channel>.Patcher) -> ChatChannel<Custom.Channel> = channel.patch(_:)
        return [texts, others, custom, patch]
    }

    static func user(_ user: ChatUser<Custom.User>) -> [Any] {
        let texts: (String, String?, String, String?) = (user.id, user.name, user.type, user.status)
        let others: (String?, URL?, String?, Date?, String?) = (
            user.externalId, user.avatarURL, user.email, user.updated, user.eTag
        )
        let custom: Custom.User = user.custom
        let patch: (ChatUser<Custom.User>.Patcher) -> ChatUser<Custom.User> = user.patch(_:)
        return [texts, others, custom, patch]
    }

    static func member(_ member: ChatMember<Custom>) -> [Any] {
        let sides: (ChatChannel<Custom.Channel>, ChatUser<Custom.User>) = (member.chatChannel, member.chatUser)
        let fields: (String?, Date?, String?, Custom.Member) = (
            member.status, member.updated, member.eTag, member.custom
        )
        let presence: (Bool?, MembershipPresence?) = (member.isPresent, member.presence)
        return [sides, fields, presence]
    }

    static func message(_ message: ChatMessage<Custom>) -> [Any] {
        let texts: (String, String, String?, Custom.Message, Date) = (
            message.id, message.text, message.contentType, message.custom, message.createdAt
        )
        let payload: (Timetoken, ChatMessage<Custom>.MessagePayload) = (message.timetoken, message.content)
        let sides: (String, ChatUser<Custom.User>?, String, ChatChannel<Custom.Channel>?) = (
            message.pubnubUserId, message.userModel, message.pubnubChannelId, message.channelModel
        )
        return [texts, payload, sides]
    }

    static func reaction(_ action: ChatMessageAction<Custom>) -> [Any] {
        let fields: (Timetoken, Timetoken, String, String) = (
            action.actionTimetoken, action.parentTimetoken, action.sourceType, action.value
        )
        let sides: (String, ChatUser<Custom.User>?, String, ChatMessage<Custom>?) = (
            action.pubnubUserId, action.userModel, action.pubnubChannelId, action.messageModel
        )
        return [fields, sides]
    }
}

@Suite("Documented forms of rows and network types")
struct DocumentedEntityFormTests {
    @Test("The default rows and the types without custom data have each form")
    func forms() throws {
        let store = try storeWithBoth()
        let forms = DocumentedRequirements<PubNubManagedChatEntities, VoidCustomData>()
        let rows = try store.write { db in
            (
                try PubNubManagedMember.insertOrUpdate(member: member(), forceWrite: false, into: db),
                try PubNubManagedMessage.insert(message: message(actions: [action()]), into: db),
                try PubNubManagedMessageAction.fetchOne(db)
            )
        }
        #expect(forms.members(rows.0).count + forms.messages(rows.1).count == 20)
        #expect(forms.reactions(try #require(rows.2)).count == 7)
        try store.read { db in
            let channel = try #require(try PubNubManagedChannel.channelBy(channelID: "c").fetchOne(db))
            let user = try #require(try PubNubManagedUser.userBy(userId: "u").fetchOne(db))
            #expect(forms.channels(channel).count + forms.users(user).count == 17)
        }
        typealias Fields = DocumentedFields<VoidCustomData>
        let (place, person): (PubNubChatChannel, PubNubChatUser) = (.init(id: "c"), .init(id: "u"))
        let membership: PubNubChatMember = .init(chatChannel: place, chatUser: person)
        let post: PubNubChatMessage = .init(content: .init(), pubnubUserId: "u", pubnubChannelId: "c")
        #expect(Fields.channel(place).count + Fields.user(person).count == 8)
        #expect(Fields.member(membership).count + Fields.message(post).count == 6)
    }
}
