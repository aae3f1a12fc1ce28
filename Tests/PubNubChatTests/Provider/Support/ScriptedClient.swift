import Dispatch
import Foundation
import PubNub
import PubNubCore
import PubNubSupport
import PubNubTestSupport

@testable import PubNubChat

/// A connected client without a server: the test writes the responses.
struct ScriptedClient {
    let pubnub: PubNub
    let transport: ScriptedTransport

    /// Connects a client. Requests for the time always succeed.
    ///
    /// - Parameters:
    ///   - userId: The identifier of the client; a random one for nil.
    ///   - cipherKey: The key that encrypts messages; nil, the default, for none.
    ///   - respond: The response to a path; for nil, the response to a published message, each with a later timetoken.
    init(
        as userId: String? = nil,
        cipherKey: String? = nil,
        respond: @escaping @Sendable (_ path: String) -> TransportResponse?
    ) async {
        let published = Locked(15_000_000_000_000_000)
        let transport = ScriptedTransport { request in
            if request.path.hasPrefix("/time/") { return .success(RecordedResponse.reply("[15000000000000000]")) }
            if let response = respond(request.path) { return .success(response) }
            let timetoken = published.withLock { timetoken in
                timetoken += 1
                return timetoken
            }
            return .success(RecordedResponse.reply(#"[1,"Sent","\#(timetoken)"]"#))
        }
        let configuration = PNConfiguration(
            origin: "origin.test",
            publishKey: "demo",
            subscribeKey: "demo",
            secretKey: nil,
            cipherKey: cipherKey
        )
        configuration.callbackQueue = DispatchQueue(label: "test.scripted")
        let client = PubNub(
            configuration: configuration,
            transport: transport,
            timers: ManualTimers(skipsPauses: true),
            seed: 7
        )
        if let userId { client.setClientIdentifier(userId) }
        await withCheckedContinuation { done in client.connect(successBlock: { _ in done.resume() }) }
        self.pubnub = client
        self.transport = transport
    }

    /// Connects a client that gets this body in response to everything.
    init(as userId: String? = nil, body: String) async {
        await self.init(as: userId) { _ in RecordedResponse.reply(body) }
    }

    /// The paths of the publish requests, decoded.
    var published: [String] {
        transport.requests.map(\.path).filter { $0.hasPrefix("/publish/") }.compactMap(\.removingPercentEncoding)
    }

    /// Makes a provider of the client.
    ///
    /// - Parameters:
    ///   - model: The custom data.
    ///   - store: The store; a new one in memory for nil.
    ///   - sendingPause: Waits before an unsent message is sent again.
    ///   - watchPause: Waits before the provider looks for entries that are left marked as being sent. By default, it does
    ///     not look for them.
    /// - Returns: The provider.
    /// - Throws: A ``ChatError`` if the store cannot be opened.
    func provider<Model: ChatCustomData>(
        _ model: Model.Type = TestCustom.self,
        store: ChatStore? = nil,
        sendingPause: @escaping @Sendable (_ attempt: Int, _ retryAfter: Duration?) async throws -> Void = { _, _ in },
        watchPause: @escaping @Sendable () async throws -> Void = { throw CancellationError() }
    ) throws -> DataProvider<Model, PubNubManagedChatEntities> {
        DataProvider(
            store: try store ?? ChatStore(configuration: .inMemory),
            pubnubProvider: pubnub,
            callbackQueue: pubnub.configuration().callbackQueue,
            sendingPause: sendingPause,
            watchPause: watchPause
        )
    }
}
