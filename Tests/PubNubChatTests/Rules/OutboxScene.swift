import Foundation
import GRDB
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

extension Rig {
    static let forbidden = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#

    /// Runs a body without a connection. The outbox is not sent by itself.
    func offline(_ body: () async throws -> Void) async throws {
        client.pubnub.disconnect()
        #expect(await eventually { !client.pubnub.isConnected() })
        try await body()
        try await client.connect()
    }

    /// Publishes a message of this user.
    func say(_ id: String, _ text: String = "first", on channel: String = "c") async throws {
        let own = message(id, text: text, timetoken: 0, user: "me", channel: channel)
        try await data.sendRemoteMessage(.init(message: own))
    }

    /// Queues a message of this user.
    func queue(_ id: String, on channel: String = "c") async throws {
        try await data.queueMessage(.init(message: message(id, text: id, timetoken: 0, user: "me", channel: channel)))
    }

    func row(_ id: String) throws -> PubNubManagedMessage? {
        try store.read { try PubNubManagedMessage.fetchOne($0, id: id) }
    }

    /// The types and values of the actions of a message, with a mark for those that the service does not have.
    func actions(_ id: String) throws -> [String] {
        try store.read { db in
            try PubNubManagedMessageAction.messageActionsBy(messageId: id).order(Column("published")).fetchAll(db)
                .map { "\($0.sourceType) \($0.value)\($0.isPending ? " pending" : "")" }
        }
    }

    /// The requests that change something, in their order, by the first words of their paths.
    func changes(since count: Int) -> [String] {
        requests.all.dropFirst(count).compactMap { path in
            let path = path.removingPercentEncoding ?? path
            if path.hasPrefix("/publish/") { return "publish" }
            guard let range = path.range(of: "/v1/message-actions/") else { return nil }
            return path[range.upperBound...].contains("/action/") ? "remove" : "add"
        }
    }

    /// The kinds of the entries of the outbox, in their order.
    func kinds() throws -> [ChatOutboxEntry.Kind] { try data.outbox().map(\.kind) }

    /// The actions of message "m" that a second device of the user made and undid. This one has not heard of them.
    func actionsUndoneElsewhere() async throws -> [ChatMessageAction<TestCustom>] {
        try await say("m")
        let other = try await other()
        func newest() throws -> ChatMessageAction<TestCustom> {
            try #require(try other.store.message("m")?.messageActions.max { $0.actionTimetoken < $1.actionTimetoken })
        }
        try await other.data.addReaction("👍", on: "m")
        let reaction = try newest()
        try await other.data.removeReaction("👍", on: "m")
        try await other.data.editMessage("m", text: "second")
        let edit = try newest()
        try await other.data.undoEdit(ofMessage: "m")
        try await other.data.deleteMessage("m")
        let deletion = try newest()
        try await other.data.restoreMessage("m")
        return [reaction, edit, deletion]
    }

    /// A second device of the user, with what the service has.
    func other() async throws -> Rig {
        let other = try await Rig(address)
        try await other.data.syncRemoteMessages(.init(channels: ["c"]))
        return other
    }
}
