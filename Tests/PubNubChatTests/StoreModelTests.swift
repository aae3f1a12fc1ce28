import Foundation
import GRDB
import TestRandom
import Testing

@testable import PubNubChat

@Suite("The store compared with a plain model")
struct StoreModelTests {
    /// An operation on the store and on the model.
    private enum Operation: Sendable {
        case channel(Channel)
        case user(User)
        case member(Member, force: Bool)
        case message(Message, processesActions: Bool)
        case action(Action)
        case patchChannel(Channel.Patcher)
        case patchMember(Member.Patcher)
        case removeChannel(String)
        case removeUser(String)
        case removeMember(channel: String, user: String)
        case removeMessage(String)
        case removeAction(String)
    }

    private struct Chooser {
        var generator: SeededGenerator

        mutating func one<Value>(of values: [Value]) -> Value {
            values[Int.random(in: 0..<values.count, using: &generator)]
        }

        mutating func channelID() -> String { one(of: ["c1", "c2", "it's 🎉"]) }
        mutating func userID() -> String { one(of: ["u1", "u2", #"a "b""#]) }
        mutating func tag() -> String? { one(of: ["A", "B", "C", nil]) }
        mutating func date() -> Date? { one(of: [moment(), moment(10), moment(20), nil]) }
        mutating func text() -> String { one(of: ["x", "y", "z"]) }
        mutating func flag() -> Bool { Bool.random(using: &generator) }

        mutating func channel() -> Channel {
            Channel(id: channelID(), name: one(of: ["N", nil]), status: text(), updated: date(), eTag: tag())
        }

        mutating func user() -> User { User(id: userID(), name: text(), updated: date(), eTag: tag()) }

        mutating func member() -> Member {
            let channel = channel()
            let user = user()
            let presence = MembershipPresence(isPresent: flag())
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: return Member(channelId: channel.id, userId: user.id, presence: presence)
            case 1: return Member(channelId: channel.id, userId: user.id, status: text())
            default:
                return Member(
                    chatChannel: channel,
                    chatUser: user,
                    status: text(),
                    updated: date(),
                    eTag: tag(),
                    presence: flag() ? presence : nil
                )
            }
        }

        /// Each message has its own timetoken, so that no two messages share one.
        mutating func message() -> Message {
            let number = Timetoken.random(in: 1...4, using: &generator)
            var message = PubNubChatTests.message(
                "m\(number)",
                text: text(),
                timetoken: number,
                user: userID(),
                channel: channelID()
            )
            for _ in 0..<Int.random(in: 0...2, using: &generator) {
                message.messageActions.append(action(of: number, in: message.pubnubChannelId))
            }
            return message
        }

        mutating func action(of parent: Timetoken, in channel: String) -> Action {
            Action(
                actionTimetoken: Timetoken.random(in: 10...12, using: &generator),
                parentTimetoken: parent,
                sourceType: "reaction",
                value: text(),
                pubnubUserId: userID(),
                pubnubChannelId: channel
            )
        }

        mutating func operation() -> Operation {
            switch Int.random(in: 0..<14, using: &generator) {
            case 0, 1: return .channel(channel())
            case 2, 3: return .user(user())
            case 4: return .member(member(), force: flag())
            case 5: return .member(member(), force: false)
            case 6, 7: return .message(message(), processesActions: flag())
            case 8: return .action(action(of: Timetoken.random(in: 1...4, using: &generator), in: channelID()))
            case 9:
                let eTag = tag() ?? "D"
                let updated = date() ?? moment(30)
                return .patchChannel(
                    .init(id: channelID(), eTag: eTag, updated: updated, name: flag() ? .none : .some("P"))
                )
            case 10:
                let eTag = tag() ?? "D"
                let updated = date() ?? moment(30)
                let status: OptionalChange<String> = flag() ? .noChange : .some(text())
                return .patchMember(
                    .init(channelId: channelID(), userId: userID(), eTag: eTag, updated: updated, status: status)
                )
            case 11: return flag() ? .removeChannel(channelID()) : .removeUser(userID())
            case 12: return .removeMember(channel: channelID(), user: userID())
            default:
                let number = Timetoken.random(in: 1...4, using: &generator)
                let id = action(of: number, in: "").id
                return flag() ? .removeMessage("m\(number)") : .removeAction(id)
            }
        }
    }

    @Test("After each of 4,500 operations the store equals the model", arguments: 1...30 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var chooser = Chooser(generator: SeededGenerator(seed: seed))
        var model = PlainStore()
        let store = try ChatStore(configuration: .inMemory)
        for step in 0..<150 {
            let operation = chooser.operation()
            let isAccepted = Self.apply(operation, to: &model)
            let isStored: Bool
            do {
                try store.write { try Self.apply(operation, to: $0) }
                isStored = true
            } catch ChatError.missingRequiredData {
                isStored = false
            }
            #expect(isStored == isAccepted, "seed \(seed), step \(step): \(operation)")
            // A read-only access would expire the prepared statements of a store in memory.
            try store.reader.unsafeRead {
                try Self.compare($0, with: model, "seed \(seed), step \(step): \(operation)")
            }
        }
    }

    private static func apply(_ operation: Operation, to model: inout PlainStore) -> Bool {
        switch operation {
        case .channel(let channel): model.channels[channel.id] = channel
        case .user(let user): model.users[user.id] = user
        case .member(let member, let force): return model.store(member, force: force)
        case .message(let message, let processes): return model.store(message, processesActions: processes)
        case .action(let action): return model.store(action)
        case .patchChannel(let patcher):
            guard let channel = model.channels[patcher.id] else { return false }
            model.channels[patcher.id] = channel.patch(patcher)
        case .patchMember(let patcher):
            let found = model.members.first {
                $0.value.channel == patcher.channelId && $0.value.user == patcher.userId
            }
            guard let key = found?.key, var member = found?.value else { return false }
            if member.eTag != patcher.eTag, patcher.updated > member.updated ?? .distantPast {
                member.eTag = patcher.eTag
                member.updated = patcher.updated
                member.isMember = true
                if case .some(let status) = patcher.status { member.status = status }
                model.members[key] = member
            }
        case .removeChannel(let id): model.removeChannel(id)
        case .removeUser(let id): model.removeUser(id)
        case .removeMember(let channel, let user): model.members["\(channel):\(user)"] = nil
        case .removeMessage(let id): model.removePost(id)
        case .removeAction(let id): model.reactions[id] = nil
        }
        return true
    }

    private static func apply(_ operation: Operation, to db: Database) throws {
        switch operation {
        case .channel(let channel): try PubNubManagedChannel.insertOrUpdate(channel: channel, into: db)
        case .user(let user): try PubNubManagedUser.insertOrUpdate(user: user, into: db)
        case .member(let member, let force):
            try PubNubManagedMember.insertOrUpdate(member: member, forceWrite: force, into: db)
        case .message(let message, let processes):
            try PubNubManagedMessage.insertOrUpdate(message: message, processMessageActions: processes, into: db)
        case .action(let action): try PubNubManagedMessageAction.insertOrUpdate(messageAction: action, into: db)
        case .patchChannel(let patcher): try PubNubManagedChannel.patch(usingPatch: patcher, into: db)
        case .patchMember(let patcher): try PubNubManagedMember.patch(usingPatch: patcher, into: db)
        case .removeChannel(let id): try PubNubManagedChannel.remove(channelId: id, from: db)
        case .removeUser(let id): try PubNubManagedUser.remove(userId: id, from: db)
        case .removeMember(let channel, let user):
            try PubNubManagedMember.remove(channelId: channel, userId: user, from: db)
        case .removeMessage(let id): try PubNubManagedMessage.remove(messageId: id, from: db)
        case .removeAction(let id): try PubNubManagedMessageAction.remove(messageActionId: id, from: db)
        }
    }

    static func compare(_ db: Database, with model: PlainStore, _ place: Comment) throws {
        let channels = try PubNubManagedChannel.fetchAll(db)
        #expect(Dictionary(uniqueKeysWithValues: channels.map { ($0.id, $0.convert()) }) == model.channels, place)
        for channel in channels {
            let members = model.members.values.filter { $0.channel == channel.id }
            let known = members.filter { $0.isMember && $0.user != nil }
            #expect(channel.memberCount == known.count, place)
            #expect(channel.presentMemberCount == known.count { $0.isPresent }, place)
            #expect(channel.presentCount == members.count { $0.isPresent }, place)
        }
        let users = try PubNubManagedUser.fetchAll(db).map { ($0.id, $0.convert() as User) }
        #expect(Dictionary(uniqueKeysWithValues: users) == model.users, place)
        let members = try PubNubManagedMember.fetchAll(db).map { row in
            let membership = PlainStore.Membership(
                channel: row.channelId,
                user: row.userId,
                status: row.status,
                eTag: row.eTag,
                updated: row.lastUpdated,
                isPresent: row.isPresent,
                isMember: row.standing != .visitor
            )
            return (row.id, membership)
        }
        #expect(Dictionary(uniqueKeysWithValues: members) == model.members, place)
        let copies = try Row.fetchAll(db, sql: "SELECT messageId, timetoken FROM messageCopy")
        let posts = try PubNubManagedMessage.fetchAll(db).map { row in
            let own = copies.filter { $0["messageId"] == row.id }.map { Timetoken(clamping: $0["timetoken"] as Int64) }
            return (
                row.id,
                PlainStore.Post(
                    text: row.text,
                    timetoken: row.timetoken,
                    channel: row.pubnubChannelId,
                    user: row.pubnubUserId,
                    copies: Set(own)
                )
            )
        }
        #expect(Dictionary(uniqueKeysWithValues: posts) == model.posts, place)
        let reactions = try PubNubManagedMessageAction.fetchAll(db).map {
            (
                $0.id,
                PlainStore.Reaction(
                    value: $0.value,
                    parent: $0.pubnubParentId,
                    user: $0.pubnubUserId,
                    parentTimetoken: $0.pubnubParentTimetoken
                )
            )
        }
        #expect(Dictionary(uniqueKeysWithValues: reactions) == model.reactions, place)
        #expect(try String.fetchOne(db, sql: "PRAGMA foreign_key_check") == nil, place)
    }
}
