import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// The sample of the guide unsubscribes from `iosdev/networking` and three valid names (3.7.8 README, "Subscribing and
/// Unsubscribing from Channels and Channel Groups").
@Suite("What ends something takes the valid names of a list, and reports the others")
struct InvalidNameListTests {
    private static let left = #"{"status":200,"action":"leave","message":"OK","service":"Presence"}"#
    private let valid = ["andoirddev", "wpdev", "ubuntudev"]
    private var channels: [PNChannel] { PNChannel.channels(withNames: ["iosdev/networking"] + valid) }

    private func names(_ object: Any?) -> [String]? {
        (object as? [any PNChannelProtocol])?.map(\.name)
    }

    @Test("Unsubscribing leaves the valid channels, and its closure gets the error about the other one")
    func unsubscribe() {
        let scripted = ScriptedClient.subscribed("andoirddev", "wpdev", "ubuntudev")
        let outcomes = Notes<(channels: [String]?, error: PNError?)>()
        scripted.client.unsubscribe(from: channels) { outcomes.add((names($0), $1)) }
        #expect(scripted.requested == ["\(Path.leave("andoirddev,wpdev,ubuntudev"))?uuid=me"])
        scripted.reply(Path.leave("andoirddev,wpdev,ubuntudev"), Self.left)
        #expect(scripted.reported == ["didUnsubscribe andoirddev,wpdev,ubuntudev", "unsubscriptionDidFail 117"])
        #expect(scripted.client.subscribedChannels().isEmpty)
        #expect(outcomes.values.count == 1)
        #expect(outcomes.values.first?.channels == ["iosdev/networking"])
        let error = outcomes.values.first?.error
        #expect(error?.code == 117 && names(error?.associatedObject) == ["iosdev/networking"])
        #expect(error?.localizedFailureReason == #"The name "iosdev/networking" contains a slash."#)
    }

    @Test("If the leave fails as well, the closure gets that error")
    func failedLeave() {
        let scripted = ScriptedClient.subscribed("a")
        let codes = Notes<Int?>()
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: ["a", "b/c", "d,e"])) { codes.add($1?.code) }
        scripted.reply(
            Path.leave("a"),
            status: 400,
            #"{"message":"Invalid Subscribe Key","error":true,"service":"Access Manager","status":400}"#
        )
        #expect(scripted.reported == ["unsubscriptionDidFail 113", "unsubscriptionDidFail 117"])
        #expect(codes.values == [113])
    }

    @Test("A list without a valid name is an error, and changes nothing", arguments: [["a/b"], ["a/b", ""]])
    func nothingValid(names: [String]) {
        let scripted = ScriptedClient.subscribed("a")
        let errors = Notes<PNError?>()
        scripted.client.unsubscribe(from: PNChannel.channels(withNames: names)) { errors.add($1) }
        #expect(scripted.reported == ["unsubscriptionDidFail 117"])
        #expect(scripted.requested == [])
        #expect(errors.values.count == 1)
    }

    @Test("Ends the observation of presence on the valid channels")
    func presence() {
        let scripted = ScriptedClient.subscribed("a", "a-pnpres")
        let codes = Notes<Int?>()
        scripted.client.disablePresenceObservation(for: PNChannel.channels(withNames: ["a", "b/c"])) {
            codes.add($1?.code)
        }
        #expect(scripted.requested == ["/v2/subscribe/sub/a/0?tt=0&uuid=me"])
        scripted.join()
        #expect(scripted.reported == ["didDisablePresence a", "presenceDisablingDidFail 117"])
        #expect(codes.values == [117])
    }

    @Test("What begins something refuses the whole list")
    func subscribe() {
        let scripted = ScriptedClient.connected()
        let errors = Notes<PNError?>()
        scripted.client.subscribe(on: channels) { errors.add($2) }
        scripted.client.enablePresenceObservation(for: channels) { errors.add($1) }
        scripted.settle()
        #expect(scripted.requested == [])
        #expect(errors.values.map { $0?.code } == [117, 117])
        #expect(errors.values.map { names($0?.associatedObject)?.count } == [4, 4])
    }

    @Test("Disables the push notifications of the valid channels")
    func push() {
        let scripted = ScriptedClient.connected()
        let errors = Notes<PNError?>()
        scripted.client.disablePushNotifications(onChannels: channels, withDevicePushToken: Data([1, 2])) {
            errors.add($1)
        }
        #expect(scripted.requested.map { $0.contains("remove=andoirddev,wpdev,ubuntudev") } == [true])
        scripted.reply("/v1/push/", #"[1,"Modified Channels"]"#)
        #expect(errors.values.map { $0?.code } == [117])
        #expect(names(errors.values.first??.associatedObject) == ["iosdev/networking"])
    }

    @Test("Removes the valid channels from a group")
    func group() {
        let scripted = ScriptedClient.connected()
        let outcomes = Notes<(channels: [String]?, code: Int?)>()
        let group = PNChannelGroup(name: "g-\(UUID())")
        group.update(channels: PNChannel.channels(withNames: valid))
        scripted.client.removeChannels(channels, from: group) { outcomes.add((names($1), $2?.code)) }
        #expect(scripted.requested.map { $0.contains("remove=andoirddev,wpdev,ubuntudev") } == [true])
        scripted.reply("/v1/channel-registration", #"{"status":200,"message":"OK","error":false}"#)
        #expect(outcomes.values.map(\.channels) == [["iosdev/networking"]] && outcomes.values.map(\.code) == [117])
        #expect(group.channels.isEmpty)
    }
}
