import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Who is Here Now ?" and "Presence information representation"; Documentation/WireProtocol.md, "Here-now, where-now
/// and state".
@Suite struct HereNowTests {
    typealias Call = @Sendable (PubNub) -> Void

    static let forms: [(call: Call, request: String)] = [
        ({ $0.requestParticipantsList() }, "?disable_uuids=0&state=0"),
        ({ $0.requestParticipantsList(withClientIdentifiers: false) }, "?disable_uuids=1&state=0"),
        ({ $0.requestParticipantsList(withClientIdentifiers: true, clientState: true) }, "?disable_uuids=0&state=1"),
        ({ $0.requestParticipantsList(completionBlock: nil) }, "?disable_uuids=0&state=0"),
        ({ $0.requestParticipantsList(for: [PNChannel(name: "a")]) }, "/channel/a?disable_uuids=0&state=0"),
        (
            { $0.requestParticipantsList(for: PNChannel.channels(withNames: ["a", "b c"])) },
            "/channel/a,b%20c?disable_uuids=0&state=0"
        ),
        (
            { $0.requestParticipantsList(for: [PNChannel(name: "a")], clientIdentifiersRequired: false) },
            "/channel/a?disable_uuids=1&state=0"
        ),
        (
            {
                $0.requestParticipantsList(
                    for: [PNChannel(name: "a")],
                    clientIdentifiersRequired: true,
                    clientState: true
                )
            },
            "/channel/a?disable_uuids=0&state=1"
        ),
        (
            {
                $0.requestParticipantsList(
                    [PNChannel(name: "a")],
                    clientIdentifiersRequired: false,
                    clientState: false
                )
            },
            "/channel/a?disable_uuids=1&state=0"
        ),
        (
            { $0.requestParticipantsList(for: [PNChannelGroup(name: "g", inNamespace: "n")]) },
            "/channel/,?disable_uuids=0&state=0&channel-group=n%3Ag"
        ),
        (
            { $0.requestParticipantsList(for: [PNChannel(name: "a"), PNChannelGroup(name: "g")]) },
            "/channel/a?disable_uuids=0&state=0&channel-group=g"
        ),
    ]

    @Test(arguments: forms.indices)
    func theRequestOfEachForm(_ index: Int) {
        let scripted = ScriptedClient.connected()
        Self.forms[index].call(scripted.client)
        #expect(scripted.requested == [Path.presence + Self.forms[index].request + "&uuid=me"])
    }

    private func answer(
        _ body: String,
        _ call: (PubNub, @escaping PNClientParticipantsHandlingBlock) -> Void
    ) throws -> (information: PNHereNow?, objects: [String]?, error: PNError?, reported: [String]) {
        let scripted = ScriptedClient.connected()
        let outcomes = Notes<(PNHereNow?, [String]?, PNError?)>()
        call(scripted.client) { outcomes.add(($0, $1?.map(\.name), $2)) }
        while scripted.reply(Path.presence, body) != nil { scripted.wait(.seconds(3)) }
        #expect(outcomes.values.count == 1)
        let outcome = try #require(outcomes.values.first)
        return (outcome.0, outcome.1, outcome.2, scripted.reported)
    }

    @Test func oneChannel() throws {
        let channel = PNChannel(name: "here-now-\(UUID())")
        let body = #"{"status":200,"message":"OK","service":"Presence","uuids":["u1","u2"],"occupancy":3}"#
        let outcome = try answer(body) { $0.requestParticipantsList(for: [channel], withCompletionBlock: $1) }
        let information = try #require(outcome.information)
        #expect(information.channels() == [channel])
        #expect(information.participants(for: channel).map(\.identifier) == ["u1", "u2", "unknown"], "one has no name")
        #expect(information.participantsCount(for: channel) == 3)
        #expect(outcome.objects == [channel.name])
        #expect(outcome.reported == ["didReceiveParticipants \(channel.name)"])
        #expect(channel.participants.map(\.identifier) == ["u1", "u2", "unknown"])
        #expect(channel.participantsCount == 3)
        #expect(channel.presenceUpdateDate != nil)
    }

    @Test func statesComeWithTheClients() throws {
        let channel = PNChannel(name: "a")
        let body =
            #"{"status":200,"message":"OK","service":"Presence","#
            + #""uuids":[{"uuid":"u1","state":{"k":"v"}},{"uuid":"u2"}],"occupancy":2}"#
        let outcome = try answer(body) {
            $0.requestParticipantsList(
                for: [channel],
                clientIdentifiersRequired: true,
                clientState: true,
                withCompletionBlock: $1
            )
        }
        let clients = try #require(outcome.information).participants(for: channel)
        #expect(clients.map(\.identifier) == ["u1", "u2"])
        #expect(clients.first?.state(for: channel) as? [String: String] == ["k": "v"])
        #expect(clients.last?.state(for: channel).isEmpty == true)
    }

    /// "if not, then PNHereNow instance will have information only about number of participants".
    @Test func countsAlone() throws {
        let channel = PNChannel(name: "a")
        let body = #"{"status":200,"message":"OK","service":"Presence","occupancy":7}"#
        let outcome = try answer(body) {
            $0.requestParticipantsList(for: [channel], clientIdentifiersRequired: false, withCompletionBlock: $1)
        }
        let information = try #require(outcome.information)
        #expect(information.participantsCount(for: channel) == 7)
        #expect(information.participants(for: channel).isEmpty)
    }

    /// "requestParticipantsList methods family can be used to pull out information about who is where globally".
    @Test func everywhere() throws {
        let body =
            #"{"status":200,"message":"OK","payload":{"channels":{"b":{"uuids":["u1"],"occupancy":1},"#
            + #""a":{"uuids":["u2","u3"],"occupancy":2}},"total_channels":2,"total_occupancy":3},"service":"Presence"}"#
        let outcome = try answer(body) { $0.requestParticipantsList(completionBlock: $1) }
        let information = try #require(outcome.information)
        #expect(information.channels().map(\.name) == ["a", "b"])
        #expect(information.participants(for: PNChannel(name: "a")).map(\.identifier) == ["u2", "u3"])
        #expect(outcome.objects == ["a", "b"], "channels for which presence information is available")
        #expect(outcome.reported == ["didReceiveParticipants "])
    }

    @Test func readsAnEmptyChannel() throws {
        let body =
            #"{"status":200,"message":"OK","payload":{"channels":{},"total_channels":0,"total_occupancy":0},"service":"Presence"}"#
        let outcome = try answer(body) { $0.requestParticipantsList(completionBlock: $1) }
        #expect(try #require(outcome.information).channels().isEmpty)
        #expect(outcome.error == nil)
    }

    /// "'error.associatedObject' contains array of PNChannel instance for which PubNub client was unable to pull out list
    /// of participants."
    @Test(arguments: [
        (#"{"status":400,"message":"Presence is not enabled","error":true,"service":"Presence"}"#, 111),
        (#"{"status":403,"message":"Forbidden","error":true,"service":"Access Manager"}"#, 122), ("<html>", 143),
        (#"{"status":200,"message":"OK","service":"Presence"}"#, 143), ("[]", 143),
    ])
    func aFailureIsAboutTheObjects(_ body: String, _ code: Int) throws {
        let objects: [any PNChannelProtocol] = [PNChannel(name: "a"), PNChannelGroup(name: "g")]
        let outcome = try answer(body) { $0.requestParticipantsList(for: objects, withCompletionBlock: $1) }
        #expect(outcome.information == nil)
        #expect(outcome.objects == ["a", "g"])
        #expect(outcome.error?.code == code)
        let named = try #require(outcome.error?.associatedObject as? [any PNChannelProtocol])
        #expect(named.map { $0 as AnyObject === objects[0] || $0 as AnyObject === objects[1] } == [true, true])
        #expect(outcome.reported == ["didFailParticipantsListDownload a,g \(code)"])
    }

    @Test(arguments: [("a/b", 117), ("", 117), (String(repeating: "n", count: 93), 117)])
    func aNameThatCannotBeIsRefused(_ name: String, _ code: Int) {
        let scripted = ScriptedClient.connected()
        scripted.client.requestParticipantsList(for: [PNChannel(name: name)])
        #expect(scripted.reported == ["didFailParticipantsListDownload \(name) \(code)"])
        #expect(scripted.requested == [])
    }
}
