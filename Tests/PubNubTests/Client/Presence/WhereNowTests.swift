import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Where Now"; Documentation/WireProtocol.md, "Here-now, where-now and state".
@Suite struct WhereNowTests {
    /// 3.7.8 requested the client's own identifier, and reported another name.
    @Test func theAskedIdentifierIsAskedForAndReported() throws {
        let scripted = ScriptedClient.connected()
        let outcomes = Notes<(String?, [String]?)>()
        scripted.client.requestParticipantChannelsList("a b/ü") { identifier, channels, _ in
            outcomes.add((identifier, channels?.map(\.name)))
        }
        #expect(scripted.requested == ["/v2/presence/sub-key/sub/uuid/a%20b%2F%C3%BC?uuid=me"])
        scripted.reply(Path.presence, #"{"status":200,"payload":{"channels":["x","y-pnpres"]},"service":"Presence"}"#)
        let outcome = try #require(outcomes.values.first)
        #expect(outcome.0 == "a b/ü")
        #expect(outcome.1 == ["x", "y-pnpres"])
        #expect(scripted.reported == ["didReceiveParticipantChannels a b/ü x,y-pnpres"])
    }

    @Test func nowhere() {
        let scripted = ScriptedClient.connected()
        scripted.client.requestParticipantChannelsList("you")
        scripted.reply(Path.presence, #"{"status":200,"payload":{"channels":[]},"service":"Presence"}"#)
        #expect(scripted.reported == ["didReceiveParticipantChannels you "])
    }

    @Test func theErrorNamesTheIdentifier() {
        let scripted = ScriptedClient.connected()
        scripted.client.requestParticipantChannelsList("you")
        scripted.reply(Path.presence, status: 402, #"{"status":402,"message":"Presence is not enabled","error":true}"#)
        #expect(scripted.delegate.errors.first?.associatedObject as? String == "you")
        #expect(scripted.reported == ["didFailParticipantChannelsListDownload you 111"])
    }
}
