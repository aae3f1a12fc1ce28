import Dispatch
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Messages over real connections that end before a response.
@Suite("A message whose connection ends", .timeLimit(.minutes(5)))
struct PublishConnectionTests {
    /// Connects, sends a message, and returns its error.
    private func publish(to server: RawServer) async -> (code: Int, isOutcomeUnknown: Bool, suggestion: String) {
        let configuration = PNConfiguration.scripted(origin: "127.0.0.1:\(server.port)")
        configuration.shouldUseSecureConnection = false
        configuration.callbackQueue = DispatchQueue(label: "test.callbacks")
        let client = PubNub(configuration: configuration, transport: CurlTransport(), timers: ManualTimers(), seed: 7)
        return await withCheckedContinuation { continuation in
            client.connect(
                successBlock: { _ in
                    client.sendMessage("x", to: PNChannel(name: "a")) { _, data in
                        guard let error = data as? PNError else { return }
                        let suggestion = error.localizedRecoverySuggestion ?? ""
                        continuation.resume(returning: (error.code, error.isOutcomeUnknown, suggestion))
                    }
                }
            )
        }
    }

    @Test("The outcome is unknown if the server read the message and went away, so that connecting again fails")
    func serverGone() async throws {
        let server = Locked<RawServer?>(nil)
        let reading = try RawServer { connection in
            while let request = connection.readRequest() {
                guard request.line.contains("/publish/") else {
                    connection.send(HTTPText.response("[15000000000000000]"))
                    continue
                }
                server.withLock { $0.take() }?.refuseConnections()
                return
            }
        }
        server.withLock { $0 = reading }
        let error = await publish(to: reading)
        #expect(error.code == kPNRequestExecutionFailedOnInternetFailureError)
        #expect(error.isOutcomeUnknown)
        #expect(!error.suggestion.contains("Repeat"))
    }

    @Test("The outcome is known if the server went away before the message was sent")
    func serverGoneBefore() async throws {
        let server = Locked<RawServer?>(nil)
        let closing = try RawServer { connection in
            _ = connection.readRequest()
            server.withLock { $0.take() }?.refuseConnections()
            connection.send(HTTPText.response("[15000000000000000]", headers: ["Connection: close"]))
        }
        server.withLock { $0 = closing }
        let error = await publish(to: closing)
        #expect(error.code == kPNRequestExecutionFailedOnInternetFailureError)
        #expect(!error.isOutcomeUnknown)
    }
}
