import Foundation
import PubNubMachines
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// The client itself never sends a message twice; if the result is unknown, the error says so.
@Suite struct PublishOutcomeTests {
    private static let unknown = "No response arrived; the service may or may not have processed the request"

    /// Publishes once and ends the request with `end`.
    private func reason(_ end: (ScriptedClient) -> Void) throws -> (code: Int, reason: String, requests: Int) {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        let errors = Notes<PNError>()
        let message = scripted.client.sendMessage("x", to: PNChannel(name: "a")) { _, data in
            if let error = data as? PNError { errors.add(error) }
        }
        end(scripted)
        scripted.settle()
        #expect(errors.values.count == 1)
        let error = try #require(errors.values.first)
        #expect(error.associatedObject as? PNMessage === message, "what can be sent again")
        #expect(error.isOutcomeUnknown == error.localizedFailureReason?.hasPrefix(Self.unknown))
        #expect(scripted.waiting.filter { $0.hasPrefix(Path.publish) } == [], "it is not sent again")
        return (error.code, error.localizedFailureReason ?? "", scripted.published.count)
    }

    @Test(arguments: [(TransportFailure.reset, 105), (.closed, 105), (.socket("broken"), 106), (.badEncoding, 142)])
    func aBrokenConnectionLeavesTheOutcomeOpen(_ failure: TransportFailure, _ code: Int) throws {
        let outcome = try reason { $0.fail(Path.publish, failure) }
        #expect(outcome.code == code)
        #expect(outcome.requests == 1)
        #expect(outcome.reason.hasPrefix(Self.unknown))
    }

    @Test(
        "The outcome is unknown if the request was sent, whatever the last error is",
        arguments: [
            (TransportFailure.Reason.unreachable, 107), (.nameNotResolved, 107), (.noRoute, 107),
            (.connectTimedOut, 107),
            (.proxy(.unreachable), 107), (.tls(reason: "untrusted"), 104), (.setup("no socket"), 144),
        ]
    )
    func aRequestThatWasSentLeavesTheOutcomeOpen(_ reason: TransportFailure.Reason, _ code: Int) throws {
        let outcome = try self.reason { $0.fail(Path.publish, TransportFailure(reason, wasSent: true)) }
        #expect(outcome.code == code)
        #expect(outcome.requests == 1)
        #expect(outcome.reason.hasPrefix(Self.unknown))
    }

    @Test(
        "A connection that ended before the request was sent leaves nothing open",
        arguments: [
            (TransportFailure.Reason.reset, 105), (.closed, 105), (.socket("broken"), 106),
        ]
    )
    func aRequestThatWasNotSentDidNotPublish(_ reason: TransportFailure.Reason, _ code: Int) throws {
        let outcome = try self.reason { $0.fail(Path.publish, TransportFailure(reason, wasSent: false)) }
        #expect(outcome.code == code)
        #expect(!outcome.reason.hasPrefix(Self.unknown))
    }

    @Test("An error with an unknown outcome does not advise to repeat the call")
    func adviceForAnUnknownOutcome() throws {
        var failure = Failure(TransportFailure(.unreachable, wasSent: true))
        #expect(PNError(failure).localizedRecoverySuggestion?.hasPrefix("Repeat") == true)
        failure.isOutcomeUnknown = true
        #expect(
            PNError(failure).localizedRecoverySuggestion == "Check whether the call took effect before you repeat it."
        )
    }

    @Test func silenceLeavesTheOutcomeOpen() throws {
        let outcome = try reason { $0.wait(.seconds(15)) }
        #expect(outcome.code == 110)
        #expect(outcome.reason.hasPrefix(Self.unknown))
    }

    @Test func aLossLeavesTheOutcomeOpen() throws {
        let outcome = try reason { scripted in
            scripted.client.requestServerTimeToken()
            scripted.fail(Path.time, .unreachable)
        }
        #expect(outcome.code == 107)
        #expect(outcome.reason.hasPrefix(Self.unknown))
    }

    @Test(arguments: [("<html>", 200, 143), ("", 200, 143), ("{}", 500, -1)])
    func aMeaninglessResponseLeavesTheResultUnknown(_ body: String, _ status: Int, _ code: Int) throws {
        let outcome = try reason { $0.reply(Path.publish, status: status, body) }
        #expect(outcome.code == code)
        #expect(outcome.requests == 1)
        #expect(outcome.reason.hasPrefix(Self.unknown))
    }

    /// A request that was refused or not sent did not publish.
    @Test(arguments: [
        (TransportFailure.unreachable, 107), (.nameNotResolved, 107), (.tls(reason: "untrusted"), 104),
        (.setup("no such file"), 144),
    ])
    func anUnsentRequestDidNotPublish(_ failure: TransportFailure, _ code: Int) throws {
        let outcome = try reason { $0.fail(Path.publish, failure) }
        #expect(outcome.code == code)
        #expect(!outcome.reason.hasPrefix(Self.unknown))
    }

    @Test func aRefusalIsClear() throws {
        let outcome = try reason { $0.reply(Path.publish, status: 400, #"[0,"Message Too Large","1"]"#) }
        #expect(outcome.code == 114)
        #expect(!outcome.reason.hasPrefix(Self.unknown))
    }
}
