import Foundation
import Logging
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

@Suite("A request has an identifier in the log and may have its own configuration")
struct ServiceRequestTests {
    @Test("The log identifies a request when it starts, succeeds and fails, without its content")
    func logged() async throws {
        try await withRig { _, rig in
            let records = Records()
            let logger = Logger(label: "test") { _ in records.handler }
            let message = message("secret-id", text: "a secret text", user: "me")
            let sending = SendMessageRequest(message: message)
            let asking = ChatUserRequest<TestCustom.User>(user: user("nobody-is-there"))
            try await ChatLog.$logger.withValue(logger) {
                try await rig.data.sendRemoteMessage(sending)
                await #expect(throws: (any Error).self) { try await rig.data.syncRemoteUser(asking) }
            }
            let lines = records.lines.withLock(\.self)
            #expect(lines.filter { $0.contains(sending.requestId) }.count == 2)
            #expect(lines.contains { $0.contains(asking.requestId) && $0.contains("failed") && $0.contains("user") })
            #expect(!lines.contains { $0.contains("secret") })
        }
    }

    @Test("A request uses its configuration: its authorization key, its origin and the provider's user")
    func configured() async throws {
        try await withRig { _, rig in
            try await withOrigin { other, address in
                let config = IntegrationClient.configuration(address)
                var request = SendMessageRequest(message: message(user: "me"), config: config)
                try await rig.data.sendRemoteMessage(request)
                // The channel does not exist at the service of the client.
                let past = MessageHistoryRequest(channels: ["c"])
                #expect(try await rig.data.syncRemoteMessages(past).messageByChannelId.isEmpty)
                let found = try await rig.data.syncRemoteMessages(
                    MessageHistoryRequest(channels: ["c"], config: config)
                )
                #expect(found.messageByChannelId["c"]?.map(\.id) == ["m"])
                #expect(found.messageByChannelId["c"]?.first?.pubnubUserId == "me")
                request.message.content.id = "n"
                request.config = nil
                try await rig.data.sendRemoteMessage(request)
                #expect(try await rig.data.syncRemoteMessages(past).messageByChannelId["c"]?.map(\.id) == ["n"])
            }
        }
    }

    @Test("Refuses the configuration of another keyset, whose data belongs into another store")
    func otherKeyset() async throws {
        try await withRig { _, rig in
            let config = PNConfiguration(publishKey: "other", subscribeKey: "other", userID: "me")
            let request = ChatUserRequest<TestCustom.User>(user: user(), config: config)
            await #expect(throws: ChatError.wrongContentType("the configuration of a request is for another keyset")) {
                try await rig.data.syncRemoteUser(request)
            }
        }
    }
}

/// The log records.
private final class Records: Sendable {
    let lines = Locked<[String]>([])

    var handler: Handler { Handler(records: self) }

    struct Handler: LogHandler {
        let records: Records
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.trace

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            records.lines.withLock { $0.append("\(event.message)") }
        }
    }
}
