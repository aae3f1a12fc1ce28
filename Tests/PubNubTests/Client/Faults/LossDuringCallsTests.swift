import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// Wire reference 7.6, "loss while connected: requests in flight fail (107)", for every operation and in all four ways.
@Suite struct LossDuringCallsTests {
    @Test(arguments: FaultyOperation.all)
    func aCallUnderWayIsToldOfTheLoss(_ operation: FaultyOperation) {
        let scripted = ScriptedClient.connected()
        scripted.subscribe(operation.before)
        let closure = Notes<Int?>()
        let observed = Notes<Int?>()
        let posted = NotificationNotes(of: scripted.client)
        operation.observe(scripted.client.observationCenter) { observed.add($0?.code) }
        operation.call(scripted.client) { closure.add($0?.code) }
        scripted.client.requestParticipantsList(for: [PNChannel(name: "probe")])
        scripted.settle()
        scripted.fail(Path.presence + "/channel/probe", .unreachable)
        #expect(scripted.told.contains("\(operation.told) 107"))
        #expect(posted.words.contains("\(operation.posted) 107"))
        #expect(closure.values == [107])
        #expect(observed.values.contains(107))
        #expect(scripted.waiting == [])
    }

    /// A call that is itself the one that finds nobody.
    @Test(arguments: FaultyOperation.all, [TransportFailure.unreachable, .nameNotResolved, .connectTimedOut])
    func aCallThatFindsNobodyIsTold(_ operation: FaultyOperation, _ failure: TransportFailure) {
        let scripted = ScriptedClient.connected()
        scripted.subscribe(operation.before)
        let closure = Notes<Int?>()
        operation.call(scripted.client) { closure.add($0?.code) }
        scripted.settle()
        scripted.fail(operation.path, failure)
        #expect(closure.values == [107])
        #expect(!scripted.client.isConnected())
        #expect(scripted.told.suffix(2).allSatisfy { $0.hasSuffix("103") || $0.hasSuffix("107") })
    }
}
