import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "you can use any characters you want except , / and : as they are reserved" (README "Channels representation"), and
/// other input that the client refuses. Earlier subscriptions continue.
@Suite struct SubscribeInputTests {
    static let badNames: [(objects: [any PNChannelProtocol], code: Int)] = [
        ([PNChannel(name: "")], 117),
        ([PNChannel(name: "a,b")], 117),
        ([PNChannel(name: "a/b")], 117),
        ([PNChannel(name: "a:b")], 117),
        ([PNChannel(name: "a,b"), PNChannel(name: "a/b")], 117),
        ([PNChannel(name: String(repeating: "n", count: 93))], 117),
        ([PNChannel(name: String(repeating: "n", count: 93) + "-pnpres")], 117),
        ([PNChannelGroup(name: "")], 115),
        ([PNChannelGroup(name: "a/b")], 115),
        ([PNChannelGroup(name: String(repeating: "n", count: 93))], 115),
        ([PNChannelGroup(name: "g", inNamespace: "a,b")], 116),
    ]

    static let badStates: [[String: any Sendable]] = [
        ["k": ["nested": 1], "m": 1], ["k": [1, 2]], ["a": "text", "k": "v"],
        ["a": "text"], ["a": ["k": ["nested": 1]]], ["a": ["k": [1, 2]]], ["a": ["k": Date()]], ["a": 1],
    ]

    @Test(arguments: badNames.indices)
    func badNamesAreRefused(_ index: Int) throws {
        let (objects, code) = Self.badNames[index]
        let scripted = ScriptedClient.subscribed("before")
        let codes = Notes<Int?>()
        scripted.client.subscribe(
            on: objects,
            withCompletionHandling: { state, _, error in
                if state == .notSubscribedState { codes.add(error?.code) }
            }
        )
        scripted.client.unsubscribe(from: objects, withCompletionHandling: { codes.add($1?.code) })
        scripted.client.enablePresenceObservation(for: objects, withCompletionHandling: { codes.add($1?.code) })
        scripted.client.disablePresenceObservation(for: objects, withCompletionHandling: { codes.add($1?.code) })
        scripted.settle()
        #expect(codes.values == [code, code, code, code])
        for error in scripted.delegate.errors {
            let named = try #require(error.associatedObject as? [any PNChannelProtocol])
            #expect(named.map(\.name) == objects.map(\.name))
        }
        #expect(
            scripted.reported == [
                "subscriptionDidFail \(code)", "unsubscriptionDidFail \(code)", "presenceEnablingDidFail \(code)",
                "presenceDisablingDidFail \(code)",
            ]
        )
        #expect(scripted.requested == [])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["before"])
    }

    @Test(arguments: [
        String(repeating: "n", count: 92), String(repeating: "n", count: 92) + "-pnpres", "a.b-c_d", "č 漢 😀", "a*",
        "?&#%+",
    ])
    func otherNamesAreFine(_ name: String) {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: [PNChannel(name: name)])
        scripted.join()
        #expect(scripted.reported.first == "didSubscribe \(name)")
    }

    /// State other than an object of strings, numbers and nulls per name is error 135.
    @Test(arguments: badStates.indices)
    func badStateIsError135(_ index: Int) {
        let scripted = ScriptedClient.connected()
        let codes = Notes<Int?>()
        scripted.client.subscribe(
            on: [PNChannel(name: "a")],
            withClientState: Self.badStates[index],
            andCompletionHandling: { codes.add($2?.code) }
        )
        #expect(scripted.reported == ["subscriptionDidFail 135"])
        #expect(codes.values == [135])
        #expect(scripted.requested == [])
    }

    @Test("A state without a name that comes with several channels is error 135, and subscribes to none")
    func stateWithoutANameOfSeveralChannels() {
        let scripted = ScriptedClient.connected()
        scripted.client.subscribe(on: PNChannel.channels(withNames: ["a", "b"]), withClientState: ["k": "v"])
        #expect(scripted.reported == ["subscriptionDidFail 135"])
        #expect(scripted.requested == [])
    }

    /// A client without a subscribe key cannot subscribe (113).
    @Test func withoutASubscribeKeyNothingCanBeSubscribed() {
        let scripted = ScriptedClient.connected(.scripted(subscribeKey: ""))
        scripted.client.subscribe(on: [PNChannel(name: "a")])
        #expect(scripted.reported == ["subscriptionDidFail 113"])
        #expect(scripted.requested == [])
    }
}
