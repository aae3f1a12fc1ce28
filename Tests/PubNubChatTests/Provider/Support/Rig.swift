import Dispatch
import Foundation
import GRDB
import PubNub
import PubNubCore
import PubNubMachines
import PubNubOrigin
import PubNubSupport
import PubNubTestSupport
import Testing

@testable import PubNubChat

typealias TestProvider = DataProvider<TestCustom, PubNubManagedChatEntities>

/// A provider with a store in memory, its own server, and a connected client, of the user `me` by default.
struct Rig: Sendable {
    let client: IntegrationClient
    let data: TestProvider
    let address: OriginAddress
    /// The paths of requests, as they are made.
    let requests: IntegrationInbox<String>
    /// Everything that the requests contain: the addresses, the header fields and the bodies.
    let sent: IntegrationInbox<String>
    /// Lets a test act while a request waits.
    let held: HeldRequests

    var store: ChatStore { data.store }

    init(
        _ address: OriginAddress,
        as user: String = "me",
        store: ChatStore? = nil,
        markerPause: @escaping @Sendable () async throws -> Void = {},
        adjust: @Sendable (PNConfiguration) -> Void = { _ in }
    ) async throws {
        self.address = address
        let transport = NotingTransport()
        requests = transport.requests
        sent = transport.sent
        held = transport.held
        client = IntegrationClient(address, as: user, transport: transport, adjust: adjust)
        data = TestProvider(
            store: try store
                ?? ChatStore(
                    configuration: .inMemory,
                    owner: ChatStoreOwner(subscribeKey: "demo", userId: user)
                ),
            pubnubProvider: client.pubnub,
            callbackQueue: DispatchQueue(label: "test.provider"),
            sendingPause: { _, _ in },
            markerPause: markerPause
        )
        try await client.connect()
    }

    /// Calls an action with a closure and waits for it. The closure must be called once, on the callback queue.
    func ending<Value: Sendable>(_ start: (@escaping (Value) -> Void) -> Void) async throws -> Value {
        let endings = IntegrationInbox<Value>()
        let queue = data.callbackQueue
        start { value in
            dispatchPrecondition(condition: .onQueue(queue))
            endings.put(value)
        }
        let value = try await endings.next { $0 }
        // After this write and another block on the queue, a second call would have occurred.
        try await store.write { _ in }
        await settled()
        #expect(endings.all.count == 1)
        return value
    }

    /// Waits until all pending callbacks have run.
    func settled() async {
        await withCheckedContinuation { done in data.callbackQueue.async { done.resume() } }
    }

    /// All rows of all tables, without the columns for the progress of sending.
    func rows() throws -> [String] {
        try store.read { db in
            try ["channel", "user", "member", "message", "messageAction"].flatMap { table in
                let columns = try db.columns(in: table).map(\.name).filter { !$0.hasPrefix("send") }
                let sql = "SELECT \(columns.joined(separator: ", ")) FROM \(table) ORDER BY id"
                return try Row.fetchAll(db, sql: sql).map { "\(table) \($0)" }
            }
        }
    }
}

/// Runs a test with its own server and rig.
func withRig(
    _ configuration: OriginConfiguration = OriginConfiguration(),
    _ body: (OriginServer, Rig) async throws -> Void
) async throws {
    try await withOrigin(configuration) { server, address in
        try await body(server, try await Rig(address))
    }
}

/// Holds one request of a client until the test lets it go.
final class HeldRequests: Sendable {
    private let wanted = Locked<(@Sendable (TransportRequest) -> Bool)?>(nil)
    private let starts = IntegrationInbox<@Sendable () -> Void>()

    /// Holds the next write of memberships.
    func holdMembershipWrite() {
        wanted.withLock { $0 = { $0.verb == .patch && $0.path.contains("/uuids/") && $0.path.contains("/channels") } }
    }

    /// Waits for the held request.
    ///
    /// - Returns: A closure that sends it.
    func next() async throws -> @Sendable () -> Void { try await starts.next("the held request") { $0 } }

    fileprivate func start(_ request: TransportRequest, _ completion: @escaping TransportCompletion) {
        let isHeld = wanted.withLock { wanted in
            guard wanted?(request) == true else { return false }
            wanted = nil
            return true
        }
        guard isHeld else { return CurlTransport.shared.start(request, completion: completion) }
        starts.put { CurlTransport.shared.start(request, completion: completion) }
    }
}

/// The transport of all clients, which records the requests.
private struct NotingTransport: Transport {
    let requests = IntegrationInbox<String>()
    let sent = IntegrationInbox<String>()
    let held = HeldRequests()

    func start(_ request: TransportRequest, completion: @escaping TransportCompletion) {
        held.start(request, completion)
        requests.put(request.path)
        let fields = request.headers.map { "\($0.name): \($0.value)" }
        let address = request.url.removingPercentEncoding ?? request.url
        sent.put(([address] + fields + [String(decoding: request.body ?? [], as: UTF8.self)]).joined(separator: "\n"))
    }

    func cancel(_ id: RequestID) {
        CurlTransport.shared.cancel(id)
    }
}
