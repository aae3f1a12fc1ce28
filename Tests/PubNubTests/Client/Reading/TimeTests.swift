import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Timetoken": "You can fetch the current PubNub time token".
@Suite struct TimeTests {
    private let scripted = ScriptedClient.connected()

    @Test func theTimeIsToldInAllWays() {
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
        #expect(scripted.told == ["didReceiveTimeToken 14818963707386265"])
        #expect(posted.words == ["DidReceiveTimeToken"])
    }

    /// "15 seconds (kPNNonSubscriptionRequestTimeout)".
    @Test func silenceIsError110() {
        scripted.client.requestServerTimeToken()
        scripted.wait(.milliseconds(14_999))
        #expect(scripted.told == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.told == ["timeTokenReceiveDidFail 110"])
        #expect(scripted.waiting == [])
    }

    /// "malformed JSON, HTTP status ≥ 500: up to 3 retries, then failure" (wire reference 2.4).
    @Test func whatMayPassIsAskedAgain() {
        scripted.client.requestServerTimeToken()
        scripted.reply(Path.time, "<html>")
        scripted.wait(.seconds(3))
        scripted.reply(Path.time, status: 500, "{}")
        scripted.wait(.seconds(3))
        scripted.fail(Path.time, .reset)
        scripted.wait(.seconds(3))
        #expect(scripted.told == [])
        scripted.reply(Path.time, "[14818963707386265]")
        #expect(scripted.told == ["didReceiveTimeToken 14818963707386265"])
        #expect(scripted.requested == Array(repeating: "/time/0?uuid=me", count: 4))
    }
}
