import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// "'error.associatedObject' contains array of PNChannel instances on which PubNub client was unable to subscribe"
/// (README); Documentation/WireProtocol.md, "Errors and retries".
@Suite struct SubscribeFailureTests {
    private static let poll = "/v2/subscribe/sub/a/0?tt=100&tr=1&uuid=me"

    private static func forbidden(_ names: String, kind: String = "channels") -> String {
        #"{"status":403,"service":"Access Manager","error":true,"message":"Forbidden","payload":{"\#(kind)":[\#(names)]}}"#
    }

    static let forbiddenPresence = forbidden(#""a","a-pnpres""#)

    /// Subscribes and records the closure's arguments.
    private func subscribe(_ scripted: ScriptedClient, _ objects: [any PNChannelProtocol]) -> Notes<String> {
        let notes = Notes<String>()
        scripted.client.subscribe(
            on: objects,
            withCompletionHandling: { state, objects, error in
                let names = objects?.map(\.name).joined(separator: ",") ?? ""
                notes.add(state == .subscribedState ? "subscribed \(names)" : "failed \(names) \(error?.code ?? 0)")
            }
        )
        scripted.settle()
        return notes
    }

    @Test func namesThatAreForbiddenFailTheOthersAreSubscribed() throws {
        let scripted = ScriptedClient.subscribed("a")
        let notes = subscribe(scripted, PNChannel.channels(withNames: ["b", "c", "d"]))
        scripted.reply(Path.subscribe, status: 403, Self.forbidden(#""b","d""#))
        let errors = scripted.delegate.errors
        #expect(scripted.reported == ["subscriptionDidFail 122"])
        let objects = try #require(errors.first?.associatedObject as? [any PNChannelProtocol])
        #expect(objects.map(\.name) == ["b", "d"])
        #expect(notes.values == ["failed b,d 122"])
        scripted.join(500)
        #expect(scripted.reported == ["didSubscribe c"])
        #expect(scripted.waiting == ["/v2/subscribe/sub/a,c/0?tt=100&tr=1&uuid=me"])
        #expect(notes.values.count == 1, "a closure is called once")
    }

    @Test func alsoNamesForbiddenGroups() {
        let scripted = ScriptedClient.subscribed("a")
        let notes = subscribe(scripted, [PNChannelGroup(name: "g", inNamespace: "n"), PNChannel(name: "b")])
        scripted.reply(Path.subscribe, status: 403, Self.forbidden(#""n:g""#, kind: "channel-groups"))
        scripted.join(500)
        #expect(notes.values == ["failed n:g 122"])
        #expect(scripted.reported == ["subscriptionDidFail 122", "didSubscribe b"])
    }

    /// In 3.7.8 the delegate also received an error of presence observation, about an empty list.
    @Test(
        "A subscription with presence events that is refused is one event, about the subscription",
        arguments: [(#"{"message":"Invalid Subscribe Key","error":true,"status":400}"#, 113), (forbiddenPresence, 122)]
    )
    func aRefusalWithPresence(body: String, code: Int) {
        let scripted = ScriptedClient.connected()
        let notes = subscribe(scripted, [PNChannel.separate(named: "a", observesPresence: true)])
        scripted.reply(Path.subscribe, status: code == 122 ? 403 : 400, body)
        #expect(scripted.reported == ["subscriptionDidFail \(code)"])
        #expect(notes.values == ["failed a \(code)"])
        #expect(scripted.waiting == [])
    }

    /// A refusal without names concerns all requested names.
    @Test func aRefusalWithoutNamesConcernsTheWholeCall() {
        let scripted = ScriptedClient.subscribed("a")
        let notes = subscribe(scripted, PNChannel.channels(withNames: ["b", "c"]))
        scripted.reply(Path.subscribe, status: 403, "Forbidden")
        #expect(notes.values == ["failed b,c 122"])
        #expect(scripted.waiting == [Self.poll])
    }

    /// After other errors the client subscribes to the earlier list again.
    @Test(arguments: [
        (#"{"message":"Invalid Subscribe Key","error":true,"status":400}"#, 400, 113),
        (
            #"{"message":"Channel group or groups result in empty subscription set","error":true,"status":400}"#, 400,
            118
        ),
        (#"{"message":"Request URI Too Long","error":true,"service":"Balancer","status":414}"#, 414, -1),
        (#"{"status":402,"error":true}"#, 402, 123),
    ])
    func aRefusalLeavesEarlierSubscriptions(body: String, status: Int, code: Int) {
        let scripted = ScriptedClient.subscribed("a")
        let notes = subscribe(scripted, PNChannel.channels(withNames: ["b"]))
        scripted.reply(Path.subscribe, status: status, body)
        #expect(scripted.reported == ["subscriptionDidFail \(code)"])
        #expect(notes.values == ["failed b \(code)"])
        #expect(scripted.waiting == [Self.poll])
        #expect(scripted.client.subscribedChannels().map(\.name) == ["a"])
    }

    /// Malformed JSON, status 5xx and 429: three repetitions, then a failure.
    @Test(arguments: [("<html>", 200, 143), ("", 200, 143), ("{}", 500, -1), ("", 429, 141)])
    func temporaryFailuresAreRepeatedThreeTimes(body: String, status: Int, code: Int) {
        let scripted = ScriptedClient.subscribed("a")
        let notes = subscribe(scripted, PNChannel.channels(withNames: ["b"]))
        for _ in 0..<3 {
            scripted.reply(Path.subscribe, status: status, body)
            scripted.wait(.seconds(3))
        }
        #expect(scripted.reported == [])
        #expect(scripted.requested.filter { $0.contains("tt=0") }.count == 4)
        scripted.reply(Path.subscribe, status: status, body)
        #expect(scripted.reported == ["subscriptionDidFail \(code)"])
        #expect(notes.values == ["failed b \(code)"])
        #expect(scripted.waiting == [Self.poll])
    }

    @Test func doesNotReportAFailureThatARepetitionMends() {
        let scripted = ScriptedClient.connected()
        let notes = subscribe(scripted, PNChannel.channels(withNames: ["a"]))
        scripted.reply(Path.subscribe, "<html>")
        scripted.wait(.seconds(1))
        scripted.join()
        #expect(scripted.reported == ["didSubscribe a"])
        #expect(notes.values == ["subscribed a"])
    }
}
