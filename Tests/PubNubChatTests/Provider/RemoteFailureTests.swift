import Foundation
import GRDB
import PubNub
import PubNubChat
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("Failed and interrupted requests to the service")
struct RemoteFailureTests {
    /// Runs a test with a rig whose store has an object for each action to change, and a fault for all requests except
    /// the time.
    private func withFault(_ fault: FaultAction, _ body: (Rig) async throws -> Void) async throws {
        try await withRig { server, rig in
            try await rig.store.write { db in
                try PubNubManagedMember.insertOrUpdate(member: member(), forceWrite: true, into: db)
                try PubNubManagedMessage.insert(message: message(actions: [action()]), into: db)
                try PubNubManagedUser.insertOrUpdate(user: user("me"), into: db)
                try PubNubManagedMessage.insert(message: message("unsent", timetoken: 0, user: "me"), into: db)
            }
            server.faults = FaultPlan(rules: RemoteAction.families.map { FaultRule(fault, family: $0) })
            try await body(rig)
        }
    }

    /// The code of the client's error.
    private func code(of error: (any Error)?) -> Int? {
        let reported = (error as? any PageFailure)?.error ?? error
        return (reported as? PNError)?.code
    }

    @Test(
        "A refused action reports its error once, and changes nothing",
        arguments: RemoteAction.allCases
    )
    func refused(action: RemoteAction) async throws {
        try await withFault(.status(403, body: #"{"status":403,"error":true,"message":"Forbidden"}"#)) { rig in
            let before = try rig.rows()
            let error: (any Error)? = try await rig.ending { action.start(rig.data, $0) }
            #expect(code(of: error) == kPNAPIAccessForbiddenError)
            // A message that was refused permanently is not sent again automatically.
            if action == .sendUnsentMessages { try await rig.data.retryMessages() }
            await #expect(
                performing: { try await action.run(rig.data) },
                throws: { code(of: $0) == kPNAPIAccessForbiddenError }
            )
            #expect(try rig.rows() == before)
        }
    }

    @Test(
        "An action whose connection is lost reports its error once, and changes nothing",
        arguments: RemoteAction.allCases
    )
    func lost(action: RemoteAction) async throws {
        try await withFault(.reset) { rig in
            let before = try rig.rows()
            let error: (any Error)? = try await rig.ending { action.start(rig.data, $0) }
            #expect(code(of: error) != nil)
            await #expect(performing: { try await action.run(rig.data) }, throws: { code(of: $0) != nil })
            #expect(try rig.rows() == before)
        }
    }

    @Test(
        "An action that is cancelled in flight ends immediately, and changes nothing",
        arguments: RemoteAction.allCases
    )
    func cancelled(action: RemoteAction) async throws {
        try await withFault(.delay(.seconds(3600))) { rig in
            let before = try rig.rows()
            let known = rig.requests.all.count
            let task = Task { try await action.run(rig.data) }
            while rig.requests.all.count == known { _ = try await rig.requests.next { $0 } }
            task.cancel()
            await #expect(
                performing: { try await task.value },
                throws: { error in
                    ((error as? any PageFailure)?.error ?? error) is CancellationError
                }
            )
            #expect(try rig.rows() == before)
        }
    }

    @Test(
        "An action of a cancelled task sends no request",
        arguments: RemoteAction.allCases
    )
    func cancelledBefore(action: RemoteAction) async throws {
        try await withFault(.status(500)) { rig in
            let known = rig.requests.all.count
            let gate = AsyncStream.makeStream(of: Void.self)
            let task = Task {
                for await _ in gate.stream {}
                try await action.run(rig.data)
            }
            task.cancel()
            gate.continuation.finish()
            await #expect(throws: (any Error).self) { try await task.value }
            #expect(rig.requests.all.count == known)
        }
    }

    @Test("An action without a connection reports that error", arguments: RemoteAction.allCases)
    func unconnected(action: RemoteAction) async throws {
        try await withFault(.status(500)) { rig in
            rig.client.pubnub.disconnect()
            let error: (any Error)? = try await rig.ending { action.start(rig.data, $0) }
            #expect(code(of: error) != nil)
        }
    }

    @Test("Retains the pages before a failure, and the error has the request to continue with")
    func brokenWalk() async throws {
        try await withRig { server, rig in
            for number in 0..<5 {
                try await rig.data.createRemoteChannel(.init(channel: Channel(id: "c\(number)")))
            }
            try await rig.store.write { _ = try PubNubManagedChannel.deleteAll($0) }
            server.faults = FaultPlan(rules: [
                FaultRule(.status(403, body: "{}"), family: .objects, occurrence: .nth(2))
            ])
            let reported = IntegrationInbox<[String]>()
            let error: PaginationError<ChannelsFetchRequest>? = try await rig.ending { ended in
                rig.data.syncRemoteChannelsPaginated(
                    ChannelsFetchRequest(limit: 2, sort: ["id"]),
                    pageHandler: { channels, _, _ in reported.put(channels.map(\.id)) },
                    completion: ended
                )
            }
            #expect(reported.all == [["c0", "c1"]])
            #expect(try rig.store.count("channel") == 2)
            server.faults = FaultPlan()
            let rest = try #require(error).request
            #expect(try await rig.data.syncRemoteChannelsPaginated(rest) == 3)
            #expect(try rig.store.count("channel") == 5)
        }
    }
}

/// A ``PaginationError`` of any request.
protocol PageFailure {
    var error: any Error { get }
}

extension PaginationError: PageFailure {}
