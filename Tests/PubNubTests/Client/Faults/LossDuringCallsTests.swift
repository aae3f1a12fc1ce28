import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// Requests in flight fail with 107 at a loss, for every operation, through delegate, observer, closure and notification
/// (Documentation/WireProtocol.md, "Losing the network").
@Suite struct LossDuringCallsTests {
    @Test(arguments: FaultyOperation.all)
    func aCallInFlightFailsAtALoss(_ operation: FaultyOperation) {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        scripted.subscribe(operation.before)
        let closure = Notes<Int?>()
        let observed = Notes<Int?>()
        let posted = NotificationNotes(of: scripted.client)
        operation.observe(scripted.client.observationCenter) { observed.add($0?.code) }
        operation.call(scripted.client) { closure.add($0?.code) }
        scripted.client.requestParticipantsList(for: [PNChannel(name: "probe")])
        scripted.settle()
        scripted.fail(Path.presence + "/channel/probe", .unreachable)
        #expect(scripted.reported.contains("\(operation.reported) 107"))
        #expect(posted.words.contains("\(operation.posted) 107"))
        #expect(closure.values == [107])
        #expect(observed.values.contains(107))
        #expect(scripted.waiting == [])
    }

    /// The call itself is the one that cannot connect.
    @Test(arguments: FaultyOperation.all, [TransportFailure.unreachable, .nameNotResolved, .connectTimedOut])
    func aCallThatCannotConnectFails(_ operation: FaultyOperation, _ failure: TransportFailure) {
        let scripted = ScriptedClient.connected()
        scripted.subscribe(operation.before)
        let closure = Notes<Int?>()
        operation.call(scripted.client) { closure.add($0?.code) }
        scripted.settle()
        scripted.fail(operation.path, failure)
        #expect(closure.values == [107])
        #expect(!scripted.client.isConnected())
        #expect(scripted.reported.suffix(2).allSatisfy { $0.hasSuffix("103") || $0.hasSuffix("107") })
    }
}
