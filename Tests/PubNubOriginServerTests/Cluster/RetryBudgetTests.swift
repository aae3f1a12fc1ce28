#if NATS
import Dispatch
import Testing

@testable import PubNubOriginServer

@Suite("The start of a server in a cluster waits for JetStream")
struct RetryBudgetTests {
    private let budget = RetryBudget(.seconds(60)) { _ in }

    // It takes more than the 3 s that servers without JetStream are given.
    @Test("While the servers of a stream have no leader, nothing responds, and the start goes on")
    func noLeader() throws {
        var attempts = 0
        try NATSStream.retried(budget) { () throws(JetStream.Failure) in
            attempts += 1
            if attempts <= 14 { throw .failed(NATSFailure("nothing responds", .noResponder)) }
        }
        #expect(attempts == 15)
    }

    @Test("If nothing responds for as long as a call gives it, the call fails")
    func nobody() {
        var attempts = 0
        #expect(throws: JetStream.Failure.self) {
            try NATSStream.retried(budget, silence: .nanoseconds(0)) { () throws(JetStream.Failure) in
                attempts += 1
                throw .failed(NATSFailure("nothing responds", .noResponder))
            }
        }
        #expect(attempts == 1)
    }

    @Test("A refusal ends a call immediately")
    func refused() {
        var attempts = 0
        #expect(throws: JetStream.Failure.self) {
            try NATSStream.retried(budget) { () throws(JetStream.Failure) in
                attempts += 1
                throw .failed(NATSFailure("no right", .refused))
            }
        }
        #expect(attempts == 1)
    }
}
#endif
