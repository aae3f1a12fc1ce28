import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubMachines
import PubNubOrigin
import PubNubTestSupport
import Testing

@testable import PubNubChat

typealias TestProvider = DataProvider<TestCustom, PubNubManagedChatEntities>

/// A provider with a store in memory and a connected client, who is `me`, of an origin of its own.
struct Rig: Sendable {
    let client: IntegrationClient
    let data: TestProvider
    let address: OriginAddress
    /// The paths of requests, as they are made.
    let requests: IntegrationInbox<String>

    var store: ChatStore { data.store }

    init(_ address: OriginAddress, store: ChatStore? = nil) async throws {
        self.address = address
        let transport = NotingTransport()
        requests = transport.requests
        client = IntegrationClient(address, as: "me", transport: transport)
        data = TestProvider(
            store: try store ?? ChatStore(configuration: .inMemory),
            pubnubProvider: client.pubnub,
            callbackQueue: DispatchQueue(label: "test.provider"),
            sendingPause: { _, _ in }
        )
        try await client.connect()
    }

    /// Calls an action with a closure and waits for it: once, on the callback queue.
    func ending<Value: Sendable>(_ start: (@escaping (Value) -> Void) -> Void) async throws -> Value {
        let (endings, queue) = (IntegrationInbox<Value>(), data.callbackQueue)
        start { value in
            dispatchPrecondition(condition: .onQueue(queue))
            endings.put(value)
        }
        let value = try await endings.next { $0 }
        // What is written and told after it leaves no room for a second call.
        try await store.write { _ in }
        await settled()
        #expect(endings.all.count == 1)
        return value
    }

    /// Waits until what is to be told by now has been told.
    func settled() async {
        await withCheckedContinuation { done in data.callbackQueue.async { done.resume() } }
    }

    /// All rows of all tables.
    func rows() throws -> [String] {
        try store.read { db in
            try ["channel", "user", "member", "message", "messageAction"].flatMap { table in
                try Row.fetchAll(db, sql: "SELECT * FROM \(table) ORDER BY id").map { "\(table) \($0)" }
            }
        }
    }
}

/// Runs a test with an origin and a rig of its own.
func withRig(
    _ configuration: OriginConfiguration = OriginConfiguration(),
    _ body: (OriginServer, Rig) async throws -> Void
) async throws {
    try await withOrigin(configuration) { server, address in
        try await body(server, try await Rig(address))
    }
}

/// The network that all clients share, with notes of what is asked for.
private struct NotingTransport: Transport {
    let requests = IntegrationInbox<String>()

    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        CurlTransport.shared.start(request, completion: completion)
        requests.put(request.path)
    }

    func cancel(_ id: RequestID) {
        CurlTransport.shared.cancel(id)
    }
}
