import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Where Now"; wire reference 3.9.
@Suite struct WhereNowTests {
    /// Trap of 3.7.8: it asked about the own identifier, and reported another name altogether.
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
        #expect(scripted.told == ["didReceiveParticipantChannels a b/ü x,y-pnpres"])
    }

    @Test func nowhere() {
        let scripted = ScriptedClient.connected()
        scripted.client.requestParticipantChannelsList("you")
        scripted.reply(Path.presence, #"{"status":200,"payload":{"channels":[]},"service":"Presence"}"#)
        #expect(scripted.told == ["didReceiveParticipantChannels you "])
    }

    @Test func theErrorNamesTheIdentifier() {
        let scripted = ScriptedClient.connected()
        scripted.client.requestParticipantChannelsList("you")
        scripted.reply(Path.presence, status: 402, #"{"status":402,"message":"Presence is not enabled","error":true}"#)
        #expect(scripted.delegate.errors.first?.associatedObject as? String == "you")
        #expect(scripted.told == ["didFailParticipantChannelsListDownload you 111"])
    }
}
