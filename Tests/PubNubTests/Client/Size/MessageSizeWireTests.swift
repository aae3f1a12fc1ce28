import Dispatch
import Foundation
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubWire

@Suite("Utilities, Get size of message: the size equals the bytes of the request", .timeLimit(.minutes(5)))
struct MessageSizeWireTests {
    /// A server that records the size of every publish.
    private final class Listener: Sendable {
        private let sizes = Locked<[Int]>([])

        func server() throws -> RawServer {
            try RawServer { [self] connection in
                while let request = connection.readRequest() {
                    guard request.line.contains(" /publish/") else {
                        connection.send(HTTPText.response("[15000000000000000]"))
                        continue
                    }
                    sizes.withLock { $0.append(request.head.utf8.count + request.body.count) }
                    connection.send(HTTPText.response(#"[1,"Sent","15000000000000001"]"#))
                }
            }
        }

        var last: Int? { sizes.withLock { $0.last } }
    }

    private static var messages: [Any] {
        [
            "Hello there", 2010, ["hello": "there", "héllo": ["🌍", "a/b", "line\nline"]] as [String: Any],
            String(repeating: "abcdefghij", count: 100),
        ]
    }

    private func connected(
        to port: UInt16,
        cipherKey: String?,
        _ configure: (PNConfiguration) throws -> Void = { _ in }
    ) async throws -> PubNub {
        let configuration = PNConfiguration(
            origin: "127.0.0.1:\(port)",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil,
            cipherKey: cipherKey,
            authorizationKey: "auth key"
        )
        configuration.shouldUseSecureConnection = false
        configuration.callbackQueue = DispatchQueue(label: "size")
        configuration.nonSubscriptionRequestTimeout = 300
        try configure(configuration)
        let client = PubNub.patient(configuration)
        _ = try await withCheckedThrowingContinuation { continuation in
            client.connect(
                successBlock: { continuation.resume(returning: $0) },
                errorBlock: { continuation.resume(throwing: $0 ?? PNError(code: kPNUnknownError)) }
            )
        }
        return client
    }

    /// Publishes in this form, and returns after the response.
    private func publish(_ message: Any, to channel: String, _ form: MessageSizeForm, _ client: PubNub) async throws {
        let metadata = form.hasMetadata ? try JSONBridge.value(MessageSizeForm.filterData) : nil
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            client.sendMessage(
                message,
                applePushNotification: nil,
                googleCloudNotification: nil,
                to: PNChannel(name: channel),
                compressed: form.isCompressed,
                storeInHistory: form.isStored,
                metadata: metadata,
                hoursInHistory: nil
            ) { state, object in
                switch state {
                case .sent: continuation.resume()
                case .sendingError:
                    continuation.resume(throwing: object as? PNError ?? PNError(code: kPNUnknownError))
                default: break
                }
            }
        }
    }

    private func compare(
        _ form: MessageSizeForm,
        cipherKey: String?,
        _ configure: (PNConfiguration) throws -> Void = { _ in }
    ) async throws {
        let listener = Listener()
        let server = try listener.server()
        let client = try await connected(to: server.port, cipherKey: cipherKey, configure)
        for message in Self.messages {
            for channel in ["announcement", "chat room 漢"] {
                let size = await form.size(of: message, to: channel, client)
                try await publish(message, to: channel, form, client)
                #expect(size == listener.last, "\(message) to \(channel)")
            }
        }
        client.disconnect()
    }

    @Test("All eight forms, with and without a cipher key", arguments: MessageSizeForm.allCases, [nil, "enigma-key"])
    func forms(form: MessageSizeForm, cipherKey: String?) async throws {
        try await compare(form, cipherKey: cipherKey)
    }

    @Test("Without compressed responses, with a given identifier, and with an outbox, which marks messages")
    func settings() async throws {
        try await compare(.compressedMetadata, cipherKey: nil) { $0.shouldAcceptCompressedResponse = false }
        try await compare(.plain, cipherKey: nil) { $0.shouldAcceptCompressedResponse = false }
        try await compare(.plain, cipherKey: nil) { $0.outbox = PNOutbox() }
        try await compare(.storedMetadata, cipherKey: "enigma-key") { $0.outbox = PNOutbox() }
    }
}
