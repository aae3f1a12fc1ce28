import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "A soft state reset is when the client sends an explicit leave request on any subscribed channels, and then
/// resubscribes with its new UUID" (README "Client configuration"; Documentation/WireProtocol.md, "Suspension and identifier").
@Suite struct IdentifierTests {
    private static let left = #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#

    @Test(arguments: [(true, 100), (false, 500)])
    func aSubscribedClientLeavesAndComesBack(shouldCatchup: Bool, timetoken: Int) {
        let scripted = ScriptedClient.subscribed("a", "b")
        let posted = NotificationNotes(of: scripted.client)
        scripted.client.setClientIdentifier("moonlight", shouldCatchup: shouldCatchup)
        #expect(scripted.requested == ["\(Path.leave("a,b"))?uuid=me"])
        #expect(scripted.waiting == ["\(Path.leave("a,b"))?uuid=me"], "the poll of the old identifier has ended")
        scripted.reply(Path.leave("a,b"), Self.left)
        #expect(scripted.reported == ["didUnsubscribe a,b"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a,b/0?tt=0&uuid=moonlight"])
        #expect(scripted.client.clientIdentifier() == "moonlight")
        scripted.join(500)
        #expect(scripted.reported == ["didSubscribe a,b"])
        #expect(scripted.requested == ["/v2/subscribe/sub/a,b/0?tt=\(timetoken)&tr=1&uuid=moonlight"])
        #expect(
            posted.words == [
                "UnsubscriptionDidCompleteOnClientIdentifierUpdate",
                "SubscriptionDidCompleteOnClientIdentifierUpdate",
            ]
        )
    }

    @Test func presenceObservationSurvives() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: "a", observesPresence: true)])
        scripted.join()
        scripted.forget()
        scripted.client.setClientIdentifier("moonlight")
        scripted.reply(Path.leave("a"), Self.left)
        #expect(
            scripted.requested == [
                "\(Path.leave("a"))?uuid=me", "/v2/subscribe/sub/a,a-pnpres/0?tt=0&uuid=moonlight",
            ]
        )
    }

    /// README: "As soon as you will unsubscribe … server will destroy stored client's state."
    @Test("The state ends with the old identifier, and is kept if the leave fails", arguments: [true, false])
    func theStateEndsWithTheIdentifier(hasLeft: Bool) throws {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: ["a": ["k": "v"]])
        scripted.join()
        scripted.forget()
        scripted.client.setClientIdentifier("moonlight")
        if hasLeft {
            scripted.reply(Path.leave("a"), Self.left)
            #expect(scripted.requested.last == "/v2/subscribe/sub/a/0?tt=0&uuid=moonlight")
            scripted.join()
        } else {
            scripted.reply(Path.leave("a"), status: 400, #"{"message":"Invalid Key","error":true,"status":400}"#)
        }
        scripted.forget()
        scripted.client.subscribe(on: [PNChannel(name: "b")])
        let join = try #require(scripted.requested.first)
        #expect(join.contains("state=") == !hasLeft)
    }

    /// The client repeats each step up to three times.
    @Test func aLeaveThatFailsForGoodKeepsTheOldIdentifier() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setClientIdentifier("moonlight")
        for _ in 0..<4 {
            #expect(scripted.reported == [])
            scripted.reply(Path.leave("a"), status: 500, "{}")
            scripted.wait(.seconds(3))
        }
        #expect(scripted.reported == ["unsubscriptionDidFail -1"])
        #expect(scripted.client.clientIdentifier() == "me")
        #expect(scripted.waiting == ["/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"])
    }

    /// "non-subscription-related request (here now, leave, message history, message post, timetoken)": 15 seconds.
    @Test func aLeaveIsNotWaitedForLongerThanOtherRequests() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setClientIdentifier("moonlight")
        scripted.wait(.milliseconds(14_999))
        #expect(scripted.reported == [])
        scripted.wait(.milliseconds(1))
        #expect(scripted.reported == ["unsubscriptionDidFail 110"])
    }

    @Test func aClientThatIsNotSubscribedOnlyRemembersIt() {
        let scripted = ScriptedClient.connected()
        scripted.client.setClientIdentifier("moonlight")
        #expect(scripted.client.clientIdentifier() == "moonlight")
        #expect(scripted.requested == [])
        #expect(scripted.reported == [])
        scripted.client.requestServerTimeToken()
        #expect(scripted.requested == ["/time/0?uuid=moonlight"])
    }

    @Test(arguments: [nil, ""])
    func withoutAnIdentifierOneIsGenerated(_ identifier: String?) {
        let scripted = ScriptedClient()
        scripted.client.setClientIdentifier(identifier)
        #expect(scripted.client.clientIdentifier().count == 36)
    }

    /// An identifier is escaped strictly, like any other string.
    @Test func anIdentifierMayHaveAnyCharacters() {
        let scripted = ScriptedClient.connected()
        scripted.client.setClientIdentifier("a&b=č/1")
        scripted.client.requestServerTimeToken()
        #expect(scripted.requested == ["/time/0?uuid=a%26b%3D%C4%8D%2F1"])
    }

    /// An identifier has at most 92 characters.
    @Test func anIdentifierThatIsTooLongChangesNothing() {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.setClientIdentifier(String(repeating: "ä", count: 93))
        #expect(scripted.reported == ["error -1"])
        #expect(scripted.requested == [])
        #expect(scripted.client.clientIdentifier() == "me")
    }
}
