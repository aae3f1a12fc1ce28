import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// README "Presence State Data"; Documentation/WireProtocol.md, "Here-now, where-now and state".
@Suite struct StateTests {
    private let path = "/v2/presence/sub-key/sub/channel/"

    private func update(_ scripted: ScriptedClient, _ state: [String: Any], on name: String = "a") {
        scripted.client.updateClientState("me", state: state, forObject: PNChannel(name: name))
    }

    private func accept(_ scripted: ScriptedClient, _ state: String) {
        scripted.reply(path, #"{"status":200,"message":"OK","payload":\#(state),"service":"Presence"}"#)
    }

    /// The state in a request, unescaped.
    private func state(in request: String?) -> String? {
        let items = request?.split(separator: "?").last?.split(separator: "&") ?? []
        return items.first { $0.hasPrefix("state=") }?.dropFirst("state=".count).removingPercentEncoding
    }

    /// The client merges its own cached state with the new one; null removes a field.
    @Test func theOwnStateIsChangedFieldByField() {
        let scripted = ScriptedClient.subscribed("a")
        update(scripted, ["name": "John", "age": 240])
        #expect(state(in: scripted.requested.last) == #"{"age":240,"name":"John"}"#)
        accept(scripted, #"{"age":240,"name":"John"}"#)
        update(scripted, ["age": NSNull(), "mood": "good"])
        #expect(state(in: scripted.requested.last) == #"{"mood":"good","name":"John"}"#)
        accept(scripted, #"{"mood":"good","name":"John"}"#)
        #expect(scripted.reported == ["didUpdateClientState me", "didUpdateClientState me"])
    }

    /// State without an acknowledgement also counts: changes of one state follow one another.
    @Test func changesInARowAddUp() {
        let scripted = ScriptedClient.subscribed("a", "b") { $0.shouldRunCallsInParallel = true }
        update(scripted, ["x": 1])
        update(scripted, ["y": 2])
        update(scripted, ["z": 3], on: "b")
        #expect(scripted.requested.map { state(in: $0) } == [#"{"x":1}"#, #"{"z":3}"#])
        accept(scripted, #"{"x":1}"#)
        #expect(scripted.requested.map { state(in: $0) } == [#"{"x":1,"y":2}"#])
    }

    /// A failed change does not count.
    @Test func aChangeThatFailedIsNotRepeatedByTheNext() throws {
        let scripted = ScriptedClient.subscribed("a")
        let failed = Notes<PNError?>()
        scripted.client.updateClientState("me", state: ["x": 1], forObject: PNChannel(name: "a")) { failed.add($1) }
        update(scripted, ["y": 2])
        scripted.reply(path, status: 403, #"{"status":403,"message":"Forbidden","error":true}"#)
        #expect(state(in: scripted.requested.last) == #"{"y":2}"#)
        let error = try #require(failed.values.first ?? nil)
        #expect(error.code == kPNAPIAccessForbiddenError)
        let client = try #require(error.associatedObject as? PNClient)
        #expect(client.state(for: PNChannel(name: "a"))["x"] as? Int == 1)
    }

    /// The state of another identifier is sent as given, whether the client is subscribed or not.
    @Test func theStateOfOthersIsSentAsItIs() {
        let scripted = ScriptedClient.subscribed("a")
        for name in ["a", "elsewhere"] {
            scripted.client.updateClientState("you", state: ["k": 1], forObject: PNChannel(name: name))
            #expect(state(in: scripted.requested.last) == #"{"k":1}"#)
            accept(scripted, #"{"k":1}"#)
        }
        #expect(scripted.reported == ["didUpdateClientState you", "didUpdateClientState you"])
    }

    /// README, deprecated since 3.7.0: `+updateClientMetadata:metadata:`, which names no channel.
    @Test("updateClientMetadata changes the state on all subscribed channels; without a subscription it fails with 136")
    func metadataWithoutAChannel() {
        let scripted = ScriptedClient.subscribed("a", "b") { $0.shouldRunCallsInParallel = true }
        scripted.client.face.updateStateEverywhere(of: "me", ["k": 1])
        let sent = scripted.requested
        #expect(sent.map { state(in: $0) } == [#"{"k":1}"#, #"{"k":1}"#])
        #expect(zip(sent, ["a", "b"]).allSatisfy { $0.hasPrefix("\(path)\($1)/uuid/me/data?") })
        accept(scripted, #"{"k":1}"#)
        accept(scripted, #"{"k":1}"#)
        #expect(scripted.reported == ["didUpdateClientState me", "didUpdateClientState me"])
        let idle = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        idle.client.face.updateStateEverywhere(of: "me", ["k": 1])
        #expect(idle.reported == ["clientStateUpdateDidFail 136"])
        #expect(idle.requested == [])
    }

    /// README: "If you need to remove some value from state dictionary, you can pass [NSNull null] for key".
    @Test("Null removes one field of another client's state and keeps the others")
    func aFieldOfAnotherClientIsRemoved() throws {
        let scripted = ScriptedClient.connected()
        let channel = PNChannel(name: "a")
        let outcomes = Notes<PNClient?>()
        scripted.client.updateClientState("you", state: ["k": NSNull(), "n": 2], forObject: channel) { client, _ in
            outcomes.add(client)
        }
        scripted.client.updateClientState("you", state: ["later": true], forObject: channel)
        #expect(scripted.requested == ["\(path)a/uuid/you?uuid=me"])
        scripted.reply(path, #"{"status":200,"uuid":"you","payload":{"k":"v","m":1,"n":1},"channel":"a"}"#)
        #expect(state(in: scripted.requested.last) == #"{"m":1,"n":2}"#)
        accept(scripted, #"{"m":1,"n":2}"#)
        let changed = try #require(outcomes.values.first ?? nil).state(for: channel)
        #expect(changed.count == 2)
        #expect(changed["m"] as? Int == 1)
        #expect(state(in: scripted.requested.last) == #"{"later":true}"#, "calls for one state keep their order")
    }

    @Test("Null removes a field of another client's state from every channel of a group")
    func aFieldOfAnotherClientIsRemovedFromAGroup() {
        let scripted = ScriptedClient.connected()
        scripted.client.updateClientState("you", state: ["k": NSNull()], forObject: PNChannelGroup(name: "g"))
        scripted.reply(path, #"{"status":200,"payload":{"channels":{"a":{"k":1,"m":1},"b":{"n":2}}},"uuid":"you"}"#)
        let sent = scripted.requested.last
        #expect(state(in: sent) == #"{"m":1,"n":2}"#)
        #expect(sent?.contains("channel-group=g") == true)
    }

    @Test("A state that cannot be read is not replaced, and the change ends with the error of the read")
    func aFieldIsNotRemovedFromAnUnknownState() {
        let scripted = ScriptedClient.connected()
        let outcomes = Notes<PNError?>()
        scripted.client.updateClientState("you", state: ["k": NSNull()], forObject: PNChannel(name: "a")) {
            outcomes.add($1)
        }
        scripted.reply(
            path,
            status: 403,
            #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","payload":{"channels":["a"]}}"#
        )
        #expect(scripted.requested.count == 1)
        #expect(scripted.reported == ["clientStateUpdateDidFail 122"])
        #expect(outcomes.values.map { $0?.code } == [122])
        #expect((outcomes.values.first??.associatedObject as? PNClient)?.identifier == "you")
    }

    @Test("Null in a state given with a subscription means no field")
    func nullWithASubscription() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: ["a": ["k": NSNull(), "m": 1]])
        #expect(state(in: scripted.requested.last) == #"{"a":{"m":1}}"#)
    }

    @Test("A state given with a subscription is added to the known one field by field; null removes a field")
    func stateWithAnotherSubscription() {
        let scripted = ScriptedClient.subscribed("a")
        update(scripted, ["name": "John", "age": 240])
        accept(scripted, #"{"age":240,"name":"John"}"#)
        let state: [String: Any] = ["a": ["age": NSNull(), "mood": "good"] as [String: Any]]
        scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: state)
        #expect(self.state(in: scripted.requested.last) == #"{"a":{"mood":"good","name":"John"}}"#)
        scripted.join()
        update(scripted, ["mood": "bad"])
        #expect(self.state(in: scripted.requested.last) == #"{"mood":"bad","name":"John"}"#)
    }

    /// In 3.7.8 it was error 135.
    @Test("An empty state changes no field, with a subscription and as the client's own state")
    func emptyState() {
        let scripted = ScriptedClient.subscribed("a")
        update(scripted, ["k": "v"])
        accept(scripted, #"{"k":"v"}"#)
        update(scripted, [:])
        #expect(state(in: scripted.requested.last) == #"{"k":"v"}"#)
        accept(scripted, #"{"k":"v"}"#)
        scripted.client.subscribe(on: [PNChannel(name: "a")], withClientState: [:])
        #expect(scripted.requested == [])
        #expect(scripted.reported == ["didUpdateClientState me", "didUpdateClientState me", "didSubscribe a"])
    }

    /// State is cached per object and sent with subscribe and heartbeat requests.
    @Test func theOwnStateIsSentAgain() {
        let scripted = ScriptedClient.subscribed("a") { $0.presenceHeartbeatTimeout = 60 }
        update(scripted, ["k": "v"])
        accept(scripted, #"{"k":"v"}"#)
        scripted.forget()
        scripted.wait(.seconds(57))
        #expect(state(in: scripted.requested.first) == #"{"a":{"k":"v"}}"#)
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.settle()
        #expect(state(in: scripted.requested.first { $0.hasPrefix(Path.subscribe) }) == #"{"a":{"k":"v"}}"#)
        scripted.join()
        #expect(state(in: scripted.requested.last) == nil, "long polls need not repeat it")
    }

    @Test func doesNotSendEmptiedStateAgain() {
        let scripted = ScriptedClient.subscribed("a")
        update(scripted, ["k": "v"])
        accept(scripted, #"{"k":"v"}"#)
        update(scripted, ["k": NSNull()])
        #expect(state(in: scripted.requested.last) == "{}")
        accept(scripted, "{}")
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["b"]))
        scripted.settle()
        #expect(state(in: scripted.requested.last) == nil)
    }

    /// README: "As soon as you will unsubscribe … server will destroy stored client's state."
    @Test func theStateEndsWithTheSubscription() {
        let scripted = ScriptedClient.subscribed("a", "b")
        update(scripted, ["k": "v"])
        accept(scripted, #"{"k":"v"}"#)
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["a"]))
        scripted.reply(Path.leave("a"), #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#)
        scripted.join()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a"]))
        scripted.settle()
        #expect(state(in: scripted.requested.last) == nil)
    }

    /// State can be set only on a subscribed object (136); a presence channel does not count as a subscription.
    @Test(arguments: ["elsewhere", "watched"])
    func theOwnStateNeedsASubscription(_ name: String) throws {
        let scripted = ScriptedClient.subscribed("a")
        scripted.client.enablePresenceObservation(for: PNChannel.channels(withNames: ["watched"]))
        scripted.settle()
        scripted.join()
        scripted.forget()
        let outcomes = Notes<PNError?>()
        scripted.client.updateClientState("me", state: ["k": 1], forObject: PNChannel(name: name)) { outcomes.add($1) }
        #expect(scripted.reported == ["clientStateUpdateDidFail 136"])
        #expect(scripted.requested == [])
        let error = try #require(outcomes.values.first ?? nil)
        #expect(error.code == 136)
        let client = try #require(error.associatedObject as? PNClient)
        #expect(client.identifier == "me")
        #expect(client.state(for: PNChannel(name: name))["k"] as? Int == 1)
    }

    /// State other than an object of strings, numbers and nulls is error 135.
    @Test(
        arguments: [
            ["k": ["nested": 1]], ["k": [1, 2]], ["k": Date()], ["k": Double.nan], ["k": 1, "l": [String: Int]()],
        ] as [[String: any Sendable]]
    )
    func stateThatIsTooDeepIsError135(_ state: [String: any Sendable]) {
        let scripted = ScriptedClient.subscribed("a")
        let codes = Notes<Int?>()
        for identifier in ["me", "you"] {
            scripted.client.updateClientState(identifier, state: state, forObject: PNChannel(name: "a")) {
                codes.add($1?.code)
            }
        }
        #expect(scripted.reported == ["clientStateUpdateDidFail 135", "clientStateUpdateDidFail 135"])
        #expect(codes.values == [135, 135])
        #expect(scripted.requested == [])
    }

    static let badObjects: [(object: any PNChannelProtocol, code: Int)] = [
        (PNChannel(name: ""), 117), (PNChannel(name: "a,b"), 117), (PNChannel(name: "a/b"), 117),
        (PNChannel(name: "a:b"), 117), (PNChannel(name: String(repeating: "n", count: 93)), 117),
        (PNChannelGroup(name: "a/b"), 115), (PNChannelGroup(name: ""), 115),
        (PNChannelGroup(name: String(repeating: "n", count: 93)), 115),
        (PNChannelGroup(name: "g", inNamespace: "a,b"), 116),
    ]

    @Test(arguments: badObjects.indices)
    func badNamesAreRefused(_ index: Int) {
        let (object, code) = Self.badObjects[index]
        let scripted = ScriptedClient.connected()
        scripted.client.requestClientState("you", forObject: object)
        scripted.client.updateClientState("you", state: ["k": 1], forObject: object)
        #expect(scripted.reported == ["clientStateRetrieveDidFail \(code)", "clientStateUpdateDidFail \(code)"])
        #expect(scripted.requested == [])
    }

    @Test func theStateOnAGroupComesByChannel() throws {
        let scripted = ScriptedClient.connected()
        let group = PNChannelGroup(name: "blue", inNamespace: "team")
        let clients = Notes<PNClient?>()
        scripted.client.requestClientState("you", forObject: group) { client, _ in clients.add(client) }
        #expect(scripted.requested == ["\(path),/uuid/you?channel-group=team%3Ablue&uuid=me"])
        scripted.reply(path, #"{"status":200,"payload":{"channels":{"a":{"k":"v"},"b":{}}},"uuid":"you"}"#)
        let client = try #require(clients.values.first ?? nil)
        #expect(client.group == group)
        #expect(client.channel == nil)
        #expect(client.channels.map(\.name) == ["a", "b"])
        #expect(client.state(for: PNChannel(name: "a"))["k"] as? String == "v")
        #expect(client.state(for: PNChannel(name: "b")).isEmpty)
    }

    /// HTTP 200 with an error in the body (Documentation/WireProtocol.md, "Responses").
    @Test func anEmptyGroupHasNoState() {
        let scripted = ScriptedClient.connected()
        scripted.client.requestClientState("you", forObject: PNChannelGroup(name: "g"))
        scripted.reply(path, #"{"status": 400, "message": "No valid channels specified", "service": "Presence"}"#)
        #expect(scripted.delegate.errors.first?.localizedDescription.contains("No valid channels specified") == true)
        #expect(scripted.reported == ["clientStateRetrieveDidFail -1"])
    }
}
