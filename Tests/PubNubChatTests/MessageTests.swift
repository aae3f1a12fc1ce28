import Foundation
import GRDB
import PubNubChat
import Testing

@Suite("Stored messages and reactions")
struct MessageTests {
    private func store(_ message: Message, actions: Bool = false, in store: ChatStore) throws {
        try store.write {
            try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: actions, into: $0)
        }
    }

    @Test("Returns a stored message with its author, channel and reactions")
    func roundTrip() throws {
        let chat = try storeWithBoth()
        try store(message(actions: [action(), action(201, value: "🎉")]), in: chat)
        let stored = try #require(try chat.message())
        #expect(stored.content == message().content && stored.timetoken == 100)
        #expect(stored.userModel == user() && stored.channelModel == channel())
        #expect(stored.messageActions.map(\.value) == ["👍", "🎉"])
        #expect(stored.messageActions.first?.userModel == user())
    }

    @Test("Overwrites a message with the same identifier; its reactions stay unless they are processed")
    func overwrites() throws {
        let chat = try storeWithBoth()
        try store(message(timetoken: 0, actions: [action()]), in: chat)
        try store(message(text: "Edited", timetoken: 100, actions: [action(300)]), in: chat)
        #expect(try chat.message()?.text == "Edited")
        #expect(try chat.message()?.timetoken == 100)
        #expect(try chat.message()?.messageActions.map(\.actionTimetoken) == [200])
        try store(message(actions: [action(300), action(301)]), actions: true, in: chat)
        #expect(try chat.message()?.messageActions.map(\.actionTimetoken) == [300, 301])
        try store(message(), actions: true, in: chat)
        #expect(try chat.count("messageAction") == 0 && chat.count("message") == 1)
    }

    @Test("Requires the channel and author of a message, stored or given; otherwise stores nothing of it")
    func needs() throws {
        let chat = try ChatStore(configuration: .inMemory)
        #expect(throws: ChatError.missingRequiredData("channel c")) { try store(message(), in: chat) }
        var complete = message()
        complete.channelModel = channel()
        #expect(throws: ChatError.missingRequiredData("user u")) { try store(complete, in: chat) }
        #expect(try chat.count("message") == 0 && chat.count("channel") == 0)
        complete.userModel = user()
        try store(complete, in: chat)
        #expect(try chat.message()?.userModel == user())
        complete.channelModel = channel("d")
        #expect(throws: ChatError.wrongContentType("message m includes the wrong channel")) {
            try store(complete, in: chat)
        }
    }

    @Test("Stores a message without a reaction that cannot be stored")
    func skipped() throws {
        let chat = try storeWithBoth()
        try store(message(actions: [action(200, user: "stranger"), action(201)]), in: chat)
        #expect(try chat.message()?.messageActions.map(\.actionTimetoken) == [201])
    }

    @Test("A reaction finds its message by timetoken and channel; without one it throws and stores nothing")
    func reactionBeforeMessage() throws {
        let chat = try storeWithBoth()
        #expect(throws: ChatError.missingRequiredData("message of reaction u-100-200")) {
            try chat.write { try PubNubManagedMessageAction.insertOrUpdate(messageAction: action(), into: $0) }
        }
        #expect(try chat.count("messageAction") == 0)
        try store(message(), in: chat)
        try chat.write { try PubNubManagedMessageAction.insertOrUpdate(messageAction: action(), into: $0) }
        try chat.write { try PubNubManagedMessageAction.insertOrUpdate(messageAction: action(value: "❤️"), into: $0) }
        #expect(try chat.message()?.messageActions.map(\.value) == ["❤️"])
    }

    @Test("Storing a reaction also stores its message, and its author if it is not stored")
    func brings() throws {
        let chat = try storeWithBoth()
        var reaction = action(200, user: "v")
        reaction.messageModel = message()
        reaction.userModel = user("v", name: "Given")
        try chat.write { [reaction] in
            try PubNubManagedMessageAction.insertOrUpdate(messageAction: reaction, into: $0)
        }
        #expect(try chat.user("v")?.name == "Given")
        reaction.actionTimetoken = 201
        reaction.userModel?.name = "Again"
        try chat.write { [reaction] in
            try PubNubManagedMessageAction.insertOrUpdate(messageAction: reaction, into: $0)
        }
        #expect(try chat.user("v")?.name == "Given", "the author of a new reaction is the stored one")
        try chat.write { [reaction] in
            try PubNubManagedMessageAction.insertOrUpdate(messageAction: reaction, into: $0)
        }
        #expect(try chat.user("v")?.name == "Again", "a stored reaction writes what comes with it")
        let stored: Action? = try chat.read { db in
            try PubNubManagedMessageAction.messageActionBy(messageActionId: "v-100-201").fetchOne(db)?.convert(from: db)
        }
        #expect(stored?.messageModel?.content == message().content)
    }

    @Test("A reaction retains the timetoken of its publication, which its identifier contains")
    func parentTimetoken() throws {
        let chat = try storeWithBoth()
        try store(message(timetoken: 150, actions: [action(parent: 150)]), in: chat)
        try store(message(timetoken: 100), in: chat)
        let row = try chat.read { try PubNubManagedMessageAction.messageActionsBy(messageId: "m").fetchOne($0) }
        #expect(row?.pubnubParentTimetoken == 150 && row?.id == "u-150-200")
        #expect(try chat.message()?.messageActions.map(\.id) == ["u-150-200"] && chat.message()?.timetoken == 100)
    }

    @Test("insert throws for a stored message")
    func insert() throws {
        let chat = try storeWithBoth()
        try chat.write { try PubNubManagedMessage.insert(message: message(), into: $0) }
        #expect(throws: ChatError.entityCreationError("message m is stored")) {
            try chat.write { try PubNubManagedMessage.insert(message: message(), into: $0) }
        }
        try chat.write { try PubNubManagedMessageAction.insert(messageAction: action(), into: $0) }
        #expect(throws: ChatError.entityCreationError("reaction u-100-200 is stored")) {
            try chat.write { try PubNubManagedMessageAction.insert(messageAction: action(), into: $0) }
        }
    }

    @Test("Each documented request finds messages and reactions")
    func requests() throws {
        let chat = try storeWithBoth()
        try store(message(actions: [action()]), in: chat)
        try store(message("n", timetoken: 101), in: chat)
        try chat.read { (db: Database) throws in
            typealias Row = PubNubManagedMessage
            #expect(try Row.messageBy(messageId: "n").fetchOne(db)?.pubnubMessageID == 101)
            #expect(try Row.messageBy(pubnubTimetoken: 101, channelId: "c").fetchOne(db)?.id == "n")
            #expect(try Row.messageBy(pubnubTimetoken: 101, channelId: "d").fetchOne(db) == nil)
            #expect(try Row.messageBy(pubnubTimetoken: .max, channelId: "c").fetchOne(db) == nil)
            #expect(try Row.messagesBy(pubnubUserId: "u").fetchCount(db) == 2)
            #expect(try Row.messagesBy(pubnubChannelId: "c").fetchCount(db) == 2)
            typealias Reaction = PubNubManagedMessageAction
            #expect(try Reaction.messageActionsBy(pubnubUserId: "u").fetchCount(db) == 1)
            #expect(try Reaction.messageActionsBy(messageId: "m").fetchCount(db) == 1)
            #expect(try Reaction.messageActionsBy(messageId: "n").fetchCount(db) == 0)
            #expect(try Reaction.messageActionsBy(messageTimetoken: 100, channelId: "c").fetchCount(db) == 1)
            #expect(try Reaction.messageActionBy(messageAction: action()).fetchOne(db)?.pubnubActionTimetoken == 200)
        }
        #expect(try chat.write { try PubNubManagedMessageAction.remove(messageActionId: "u-100-200", from: $0) } != nil)
        #expect(try chat.write { try PubNubManagedMessageAction.remove(messageActionId: "u-100-200", from: $0) } == nil)
        #expect(try chat.write { try PubNubManagedMessage.remove(messageId: "m", from: $0)?.id } == "m")
    }

    @Test("Sorts a list by publication, or by creation if not published")
    func sortedDate() throws {
        let chat = try storeWithBoth()
        try store(message(timetoken: 0), in: chat)
        let request = PubNubManagedMessage.messageBy(messageId: "m")
        #expect(try chat.read { try request.fetchOne($0)?.sortedDate } == moment(0.125))
        try store(message(timetoken: 16_000_000_000_000_000), in: chat)
        #expect(try chat.read { try request.fetchOne($0)?.sortedDate } == moment())
    }
}
