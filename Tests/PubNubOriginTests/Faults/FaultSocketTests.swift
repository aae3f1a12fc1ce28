import PubNubTestSupport
import Testing

@testable import PubNubOrigin
@testable import PubNubOriginTestSupport

@Suite("Faults as a client's socket receives them")
struct FaultSocketTests {
    private func faulted(
        _ plan: FaultPlan,
        clock: any OriginClock = SystemOriginClock(),
        _ body: @escaping @Sendable (OriginServer) throws -> Void
    ) async throws {
        try await withOrigin(OriginConfiguration(faults: plan, clock: clock)) { server, _ in
            try await onOwnThread { try body(server) }
        }
    }

    private func once(_ action: FaultAction) -> FaultPlan {
        FaultPlan(rules: [FaultRule(action, occurrence: .nth(1))])
    }

    @Test(arguments: [(FaultAction.drop, RawConnection.End.closed), (.dropResponse, .closed), (.reset, .reset)])
    func ends(action: FaultAction, end: RawConnection.End) async throws {
        try await faulted(once(action)) { server in
            let connection = try #require(RawConnection(port: server.port))
            connection.get("/time/0")
            #expect(connection.answer() == nil)
            #expect(connection.end == end)
            let next = try #require(RawConnection(port: server.port))
            next.get("/time/0")
            #expect(next.answer()?.status == 200)
        }
    }

    @Test func refusedConnections() async throws {
        try await faulted(FaultPlan(refusedConnections: 2)) { server in
            for _ in 0..<2 {
                // The system accepts the connection, and the origin closes it.
                let refused = RawConnection(port: server.port)
                refused?.get("/time/0")
                #expect(refused?.answer() == nil)
            }
            let served = try #require(RawConnection(port: server.port))
            served.get("/time/0")
            #expect(served.answer()?.status == 200)
            #expect(server.faults == FaultPlan())
        }
    }

    @Test func truncation() async throws {
        try await faulted(once(.truncate(bytes: 4))) { server in
            let connection = try #require(RawConnection(port: server.port))
            connection.get("/time/0")
            let answer = try #require(connection.answer())
            #expect(answer["content-length"] == "19")
            #expect(answer.body.count == 4)
            #expect(connection.end == .closed)
        }
    }

    @Test func wrongEncodingAndStatus() async throws {
        var plan = once(.wrongEncoding)
        plan.rules.append(FaultRule(.status(503, body: "busy"), occurrence: .nth(2)))
        try await faulted(plan) { server in
            let connection = try #require(RawConnection(port: server.port))
            connection.get("/time/0")
            let encoded = try #require(connection.answer())
            #expect(encoded["content-encoding"] == "gzip")
            #expect(encoded.text.hasPrefix("["))
            connection.get("/time/0")
            let busy = try #require(connection.answer())
            #expect(busy.status == 503)
            #expect(busy.text == "busy")
        }
    }

    @Test func slowResponsesArriveCompletely() async throws {
        try await faulted(once(.slow(bytes: 5, every: .milliseconds(1)))) { server in
            let connection = try #require(RawConnection(port: server.port))
            connection.get("/time/0")
            #expect(connection.answer()?.body.count == 19)
            connection.get("/time/0")
            #expect(connection.answer()?.body.count == 19)
        }
    }

    @Test("A delayed response arrives after its delay, not before")
    func delay() async throws {
        let clock = OriginManualClock()
        try await faulted(once(.delay(.seconds(30))), clock: clock) { server in
            let delayed = try #require(RawConnection(port: server.port))
            delayed.get("/publish/demo/demo/0/a/0/1")
            #expect(waitUntil { clock.deadlines.contains(.seconds(30)) })
            let reader = try #require(RawConnection(port: server.port))
            reader.get("/v2/history/sub-key/demo/channel/a")
            #expect(reader.answer()?.text.hasPrefix("[[1]") == true)
            clock.advance(by: .seconds(30))
            #expect(delayed.answer()?.text == #"[1,"Sent","14186550000000000"]"#)
        }
    }

    /// Stops a server whose first response is delayed by 30 s while a request waits; its client gets the response without the time passing.
    private func respondsAtItsEnd(
        to target: String,
        once isWaiting: @escaping @Sendable (OriginServer, OriginManualClock) -> Bool
    ) async throws {
        let clock = OriginManualClock()
        let server = OriginServer(
            configuration: OriginConfiguration(faults: once(.delay(.seconds(30))), clock: clock)
        )
        let address = try await server.start()
        let connection = try await onOwnThread {
            let connection = try #require(RawConnection(port: address.port))
            connection.get(target)
            #expect(waitUntil { isWaiting(server, clock) })
            return connection
        }
        await server.stop()
        #expect(try await onOwnThread { connection.answer()?.status } == 200)
    }

    @Test func stoppingDoesNotWaitForADelayedResponse() async throws {
        try await respondsAtItsEnd(to: "/time/0") { $1.deadlines.contains(.seconds(30)) }
    }

    @Test func stoppingDoesNotDelayTheResponsesOfWaitingCalls() async throws {
        try await respondsAtItsEnd(to: "/v2/subscribe/demo/a/0?tt=1") { server, _ in server.waitingCount == 1 }
    }
}
