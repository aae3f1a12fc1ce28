import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "In the event of an error, the client will generate an instance of PNError" (README "Error handling"): for every fault of
/// every operation, delegate, observer, closure and notification receive the documented error once, and subscriptions
/// continue.
@Suite struct BadAnswerTests {
    @Test(arguments: FaultyOperation.all, Fault.all)
    func reportsEveryFaultOfEveryOperation(_ operation: FaultyOperation, _ fault: Fault) throws {
        let scripted = ScriptedClient.connected()
        scripted.subscribe(operation.before)
        let closure = Notes<PNError?>()
        let observed = Notes<PNError?>()
        let posted = NotificationNotes(of: scripted.client)
        operation.observe(scripted.client.observationCenter) { observed.add($0) }
        operation.call(scripted.client) { closure.add($0) }
        scripted.settle()
        strike(scripted, operation, fault)

        let reported = scripted.delegate.errors
        let code = code(of: fault, in: operation)
        #expect(scripted.reported.filter { $0 != "willSend" } == ["\(operation.reported) \(code)"])
        #expect(posted.words.filter { $0 != "WillSendMessage" } == ["\(operation.posted) \(code)"])
        let error = try #require(reported.first)
        #expect(closure.values.count == 1)
        #expect(observed.values.count == 1)
        let everywhere = [closure.values.first ?? nil, observed.values.first ?? nil, posted.errors.first]
        #expect(everywhere.allSatisfy { $0 === error }, "one and the same error")
        #expect(about(error) == operation.about)
        #expect(!error.localizedDescription.isEmpty)
        #expect(error.localizedFailureReason?.isEmpty == false)
        #expect(error.localizedRecoverySuggestion?.isEmpty == false)
        goesOn(scripted)
    }

    /// Lets the operation fail as often as it is repeated.
    private func strike(_ scripted: ScriptedClient, _ operation: FaultyOperation, _ fault: Fault) {
        guard !fault.isSilence else {
            scripted.wait(operation.limit)
            return
        }
        for _ in 0..<4 where fault.strike(scripted.transport, operation.path) {
            scripted.settle()
            scripted.wait(.seconds(3))
        }
    }

    /// Checks that earlier subscriptions still deliver messages.
    private func goesOn(_ scripted: ScriptedClient) {
        #expect(scripted.client.isConnected())
        scripted.reply(Path.subscribe, Page.of(200, [Page.message(#""beside""#, on: "steady")]))
        #expect(scripted.delegate.messages.map(\.message) as? [String] == ["beside"])
    }

    private func code(of fault: Fault, in operation: FaultyOperation) -> Int {
        // The message is part of the address.
        let isTooLong = fault.testDescription.hasPrefix("414") && operation.testDescription == "publish"
        return isTooLong ? kPNTooLongMessageError : fault.code
    }

    private func about(_ error: PNError) -> String {
        switch error.associatedObject {
        case nil: "nothing"
        case let objects as [any PNChannelProtocol]:
            "[\(objects.map { $0.name.replacingOccurrences(of: "-pnpres", with: "") }.joined(separator: ","))]"
        case let object?: "\(object)"
        }
    }

    /// The same for connecting, without an earlier subscription.
    @Test(arguments: Fault.all.filter { !$0.isSilence })
    func reportsEveryFaultOfConnecting(_ fault: Fault) throws {
        let scripted = ScriptedClient()
        let closure = Notes<PNError?>()
        let observed = Notes<PNError?>()
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.observationCenter.addClientConnectionStateObserver("test") { observed.add($2) }
        scripted.client.connect(successBlock: { _ in closure.add(nil) }, errorBlock: { closure.add($0) })
        #expect(fault.strike(scripted.transport, Path.time))
        scripted.settle()
        let network = [105, 106].contains(fault.code)
        let error = try #require(scripted.delegate.errors.first)
        #expect(error.code == (network ? 102 : fault.code))
        #expect(scripted.reported == ["willConnect", "connectionDidFail \(error.code)"])
        #expect(posted.words == ["WillConnectToOrigin", "ConnectionDidFailWithError \(error.code)"])
        #expect(closure.values.map { $0 === error } == [true])
        #expect(observed.values.map { $0 === error } == [true])
    }
}
