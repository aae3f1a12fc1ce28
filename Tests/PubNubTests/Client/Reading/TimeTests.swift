import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub
@testable import PubNubCore

/// README "Timetoken": "You can fetch the current PubNub timetoken".
@Suite struct TimeTests {
    private let scripted = ScriptedClient.connected()

    @Test func theTimeReachesEveryReceiver() {
        let tokens = Notes<NSNumber?>()
        let observed = Notes<NSNumber?>()
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.observationCenter.addTimeTokenReceivingObserver("test") { token, _ in observed.add(token) }
        scripted.client.requestServerTimeToken { token, error in
            if error == nil { tokens.add(token) }
        }
        scripted.reply(Path.time, "[14818963707386265]")
        #expect(tokens.values == [14_818_963_707_386_265])
        #expect(observed.values == [14_818_963_707_386_265])
        #expect(scripted.reported == ["didReceiveTimeToken 14818963707386265"])
        #expect(posted.words == ["DidReceiveTimeToken"])
    }

    /// "15 seconds (kPNNonSubscriptionRequestTimeout)".
    @Test func silenceIsError110() {
        scripted.client.requestServerTimeToken()
        scripted.wait(.milliseconds(14_999))
        #expect(scripted.reported == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["timeTokenReceiveDidFail 110"])
        #expect(scripted.waiting == [])
    }

    /// Malformed JSON and a status of 500 or higher: three repetitions, then a failure (Documentation/WireProtocol.md, "Errors and
    /// retries").
    @Test func repeatsARequestAfterATemporaryFailure() {
        scripted.client.requestServerTimeToken()
        scripted.reply(Path.time, "<html>")
        scripted.wait(.seconds(3))
        scripted.reply(Path.time, status: 500, "{}")
        scripted.wait(.seconds(3))
        scripted.fail(Path.time, .reset)
        scripted.wait(.seconds(3))
        #expect(scripted.reported == [])
        scripted.reply(Path.time, "[14818963707386265]")
        #expect(scripted.reported == ["didReceiveTimeToken 14818963707386265"])
        #expect(scripted.requested == Array(repeating: "/time/0?uuid=me", count: 4))
    }
}
