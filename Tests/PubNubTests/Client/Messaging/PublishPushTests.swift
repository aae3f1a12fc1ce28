import Foundation
import PubNubCodec
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// README: "how to send different messages to: channel, Apple Push Notification and Google cloud notification";
/// Documentation/WireProtocol.md, "Publish".
@Suite struct PublishPushTests {
    private let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
    private let channel = PNChannel(name: "a")
    private let apns: [String: Any] = ["aps": ["alert": "hi", "badge": 1] as [String: Any]]
    private let gcm: [String: Any] = ["data": ["k": "v"]]
    private let apnsText = #""pn_apns":{"aps":{"alert":"hi","badge":1}}"#
    private let gcmText = #""pn_gcm":{"data":{"k":"v"}}"#

    @Test func aDictionaryTakesThePayloadsIn() {
        scripted.client.sendMessage(
            ["info": 1],
            applePushNotification: apns,
            googleCloudNotification: gcm,
            to: channel
        )
        #expect(scripted.published == [Published(#"{"info":1,\#(apnsText),\#(gcmText)}"#)])
    }

    @Test func otherMessagesBecomePnOther() {
        scripted.client.sendMessage("text", applePushNotification: apns, to: channel)
        scripted.client.sendMessage([1], googleCloudNotification: gcm, to: PNChannel(name: "b"))
        scripted.client.sendMessage(NSNull(), applePushNotification: apns, to: PNChannel(name: "c"))
        #expect(
            scripted.published.prefix(2) == [
                Published(#"{\#(apnsText),"pn_other":"text"}"#), Published(#"{\#(gcmText),"pn_other":[1]}"#, on: "b"),
            ]
        )
    }

    /// Without a message, the payloads are the members `pn_apns` and `pn_gcm`.
    @Test func aNotificationNeedsNoMessage() {
        scripted.client.sendMessage(nil, applePushNotification: apns, to: channel)
        scripted.client.sendMessage(nil, googleCloudNotification: gcm, to: PNChannel(name: "b"))
        scripted.client.sendMessage(
            nil,
            applePushNotification: apns,
            googleCloudNotification: gcm,
            to: PNChannel(name: "c")
        )
        #expect(
            scripted.published == [
                Published("{\(apnsText)}"), Published("{\(gcmText)}", on: "b"),
                Published("{\(apnsText),\(gcmText)}", on: "c"),
            ]
        )
    }

    /// Only the message is encrypted if there are push payloads.
    @Test func onlyTheMessageIsEncrypted() throws {
        let scripted = ScriptedClient.connected(.scripted(cipherKey: "enigma"))
        scripted.client.sendMessage("yay!", applePushNotification: apns, to: channel)
        #expect(scripted.published == [Published(#"{\#(apnsText),"pn_other":"Wi24KS4pcTzvyuGOHubiXg=="}"#)])
    }

    /// A notification that JSON cannot hold is also error 112.
    @Test func aNotificationMustBeJSON() {
        scripted.client.sendMessage("text", applePushNotification: ["aps": Date()], to: channel)
        #expect(scripted.reported == ["didFailMessageSend 112"])
        #expect(scripted.published == [])
    }

    /// A repeated message keeps its notification.
    @Test func sendingAgainKeepsTheNotification() {
        let message = scripted.client.sendMessage("text", applePushNotification: apns, to: channel)
        scripted.fail(Path.publish, .reset)
        scripted.client.send(message)
        #expect(scripted.published.count == 2)
        #expect(scripted.published.first == scripted.published.last)
    }
}
