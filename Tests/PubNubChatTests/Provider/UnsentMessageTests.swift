import Foundation
import GRDB
import PubNub
import PubNubCore
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("Unsent messages: channels and messages do not block each other")
struct UnsentMessageTests {
    private struct Scene {
        let client: ScriptedClient
        let data: TestProvider
        let pauses: IntegrationInbox<Duration?>

        var published: [String] { client.published }
    }

    /// A connected client whose publish requests the test responds to. If the response is nil, the publish succeeds.
    private func scene(_ respond: @escaping @Sendable (String) -> TransportResponse?) async throws -> Scene {
        let client = await ScriptedClient(as: "me", respond: respond)
        let pauses = IntegrationInbox<Duration?>()
        let data = try client.provider(sendingPause: { _, retryAfter in pauses.put(retryAfter) })
        return Scene(client: client, data: data, pauses: pauses)
    }

    private func unsent(_ id: String, on channel: String, at seconds: Double) -> Message {
        var message = message(id, text: id, timetoken: 0, user: "me", channel: channel).withModels
        message.content.createdAt = moment(seconds)
        return message
    }

    private func isSent(_ id: String, _ scene: Scene) throws -> Bool {
        try scene.data.store.read { try PubNubManagedMessage.fetchOne($0, id: id)?.timetoken != 0 }
    }

    @Test(
        "Messages to a forbidden channel fail with their errors, and those of other channels are sent in order"
    )
    func forbidden() async throws {
        let refusal = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#
        let scene = try await scene { path in
            path.contains("/blocked/") ? RecordedResponse.reply(refusal, status: 403) : nil
        }
        let messages = [
            unsent("b1", on: "blocked", at: 1), unsent("o1", on: "open", at: 2), unsent("b2", on: "blocked", at: 3),
            unsent("o2", on: "open", at: 4),
        ]
        _ = try await scene.data.load(messages: messages, processMessageActions: false)
        let report = try await scene.data.sendOutbox()
        #expect(report.sent == 2 && report.failures.map(\.messageId) == ["b1", "b2"])
        #expect(
            report.failures.allSatisfy { $0.isPermanent && ($0.error as? PNError)?.code == kPNAPIAccessForbiddenError }
        )
        #expect(try isSent("o1", scene) && isSent("o2", scene) && !isSent("b1", scene))
        let open = scene.published.filter { $0.contains("/open/") }
        #expect(open.count == 2 && open[0].contains(#""id":"o1""#) && open[1].contains(#""id":"o2""#))
        let failed = try await scene.data.store.read { try ChatOutboxEntry.failed().fetchAll($0) }
        #expect(failed.map(\.messageId) == ["b1", "b2"] && failed.allSatisfy { $0.attempts == 1 })
        guard case .failed(let reason, let code, 1)? = failed.first?.state else { return #expect(Bool(false)) }
        #expect(code == kPNAPIAccessForbiddenError && !reason.isEmpty)
        // They are not sent again until the app requests it.
        let before = scene.published.count
        #expect(try await scene.data.sendUnsentMessages() == 0)
        #expect(scene.published.count == before)
        try await scene.data.retryMessages(["b1"])
        await #expect(throws: PNError.self) { try await scene.data.sendUnsentMessages() }
        #expect(scene.published.count == before + 1)
        try await scene.data.removeStoredMessage(messageId: "b1")
        let left = try await scene.data.store.read { try ChatOutboxEntry.failed().fetchAll($0) }
        #expect(left.map(\.messageId) == ["b2"])
    }

    @Test("Failed messages can be observed")
    func observed() async throws {
        let refusal = #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden"}"#
        let scene = try await scene { path in
            path.contains("/blocked/") ? RecordedResponse.reply(refusal, status: 403) : nil
        }
        var failures = scene.data.store.changes(of: ChatOutboxEntry.failed()).makeAsyncIterator()
        #expect(try await failures.next()?.entities.isEmpty == true)
        _ = try await scene.data.load(messages: [unsent("b1", on: "blocked", at: 1)], processMessageActions: false)
        _ = try await scene.data.sendOutbox()
        #expect(try await failures.next()?.insertions.map(\.messageId) == ["b1"])
        try await scene.data.retryMessages()
        #expect(try await failures.next()?.removals.map(\.messageId) == ["b1"])
    }

    @Test("A message whose channel the app removed from the database fails, and the others are sent")
    func removedChannel() async throws {
        let scene = try await scene { _ in nil }
        _ = try await scene.data.load(
            messages: [unsent("lost", on: "gone", at: 1), unsent("good", on: "open", at: 2)],
            processMessageActions: false
        )
        try await scene.data.store.write { _ = try PubNubManagedChannel.remove(channelId: "gone", from: $0) }
        let report = try await scene.data.sendOutbox()
        #expect(report.sent == 1 && report.failures.map(\.messageId) == ["lost"])
        #expect(report.failures.first?.isPermanent == true && report.failures.first?.error is ChatError)
        #expect(try isSent("good", scene))
    }

    @Test("While the service fails, sends a message again after the requested pause, in its order")
    func temporary() async throws {
        let refusals = Locked(2)
        let scene = try await scene { path in
            guard path.hasPrefix("/publish/") else { return nil }
            let isRefused = refusals.withLock { left in
                left -= 1
                return left >= 0
            }
            guard isRefused else { return nil }
            return TransportResponse(
                status: 503,
                contentType: "text/javascript",
                body: Array("{}".utf8),
                retryAfter: .seconds(7)
            )
        }
        _ = try await scene.data.load(
            messages: [unsent("1", on: "c", at: 1), unsent("2", on: "c", at: 2)],
            processMessageActions: false
        )
        #expect(try await scene.data.sendUnsentMessages() == 2)
        #expect(scene.pauses.all == [.seconds(7), .seconds(7)])
        #expect(scene.published.map { $0.contains(#""id":"1""#) } == [true, true, true, false])
    }

    @Test("A channel that keeps failing waits with all its messages, is reported, and is sent by the next call")
    func staysTemporary() async throws {
        let isDown = Locked(true)
        let scene = try await scene { path in
            guard path.contains("/down/"), isDown.withLock({ $0 }) else { return nil }
            return RecordedResponse.reply("{}", status: 500)
        }
        _ = try await scene.data.load(
            messages: [unsent("1", on: "down", at: 1), unsent("2", on: "down", at: 2), unsent("3", on: "up", at: 3)],
            processMessageActions: false
        )
        let report = try await scene.data.sendOutbox()
        #expect(report.sent == 1 && report.failures.map(\.messageId) == ["1"] && !report.failures[0].isPermanent)
        #expect(scene.pauses.all.count == 3)
        #expect(try await scene.data.store.read { try ChatOutboxEntry.failed().fetchCount($0) } == 0)
        isDown.withLock { $0 = false }
        #expect(try await scene.data.sendUnsentMessages() == 2)
    }

    @Test("Stores the publish options: time to live, metadata, history and compression")
    func options() async throws {
        let scene = try await scene { _ in nil }
        let request = SendMessageRequest<TestCustom>(
            message: unsent("m", on: "c", at: 1),
            storeInHistory: false,
            ttl: 3,
            metadata: .object(["lang": .string("en")])
        )
        let compressed = SendMessageRequest<TestCustom>(
            message: unsent("z", on: "c", at: 2),
            shouldCompress: true,
            ttl: 24
        )
        let failures = try await withCheckedThrowingContinuation { continuation in
            scene.data.load(unsentMessages: [request]) { continuation.resume(with: $0) }
        }
        #expect(failures.isEmpty)
        #expect(try await scene.data.load(unsentMessages: [compressed]).isEmpty)
        #expect(try await scene.data.sendUnsentMessages() == 2)
        let path = try #require(scene.published.first { $0.contains(#""id":"m""#) })
        #expect(path.contains("store=0") && path.contains(#"meta={"lang":"en"}"#))
        let requests = scene.client.transport.requests.filter { $0.path.hasPrefix("/publish/") }
        #expect(requests.contains { $0.path.contains("ttl=24") && $0.body != nil })
        #expect(try scene.data.store.count("outbox") == 0)
    }
}
