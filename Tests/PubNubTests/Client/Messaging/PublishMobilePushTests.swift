import Foundation
import PubNubSupport
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub
@testable import PubNubCore

/// Utilities, "Publish message with notification payload".
@Suite struct PublishMobilePushTests {
    private let scripted = ScriptedClient.connected()

    /// The results of calls, in order.
    private final class Ends: Sendable {
        private let all = Locked<[PNPublishStatus]>([])
        var statuses: [PNPublishStatus] { all.withLock { $0 } }
        var take: PNPublishCompletionBlock { { status in self.all.withLock { $0.append(status) } } }
    }

    /// The sample of the document.
    @Test func theSample() {
        let ends = Ends()
        let builder = PNNotificationsPayload.payloads(
            withNotificationTitle: "Chat invitation",
            body: "You have been invited to 'quiz' chat"
        )
        let target = PNAPNSNotificationTarget(forTopic: "t")
        builder.apns.configurations = [PNAPNSNotificationConfiguration(targets: [target])]
        let payload = builder.dictionaryRepresentation(for: [.PNAPNS2Push, .PNFCMPush])
        let message = ["message": "Max invited you to 'quiz' chat room", "roomID": "ewuiogw9vewg0"]
        scripted.client.publish(
            message,
            toChannel: "chat-bot",
            mobilePushPayload: payload,
            withCompletion: ends.take
        )
        let alert = #"{"body":"You have been invited to 'quiz' chat","title":"Chat invitation"}"#
        let place = #"{"environment":"development","topic":"t"}"#
        let text = """
            {"message":"Max invited you to 'quiz' chat room",\
            "pn_apns":{"aps":{"alert":\(alert)},"pn_push":[{"targets":[\(place)],"version":"v2"}]},\
            "pn_fcm":{"notification":\(alert)},"roomID":"ewuiogw9vewg0"}
            """
        #expect(scripted.published == [Published(text, on: "chat-bot")])
        #expect(ends.statuses.isEmpty)
        scripted.accept()
        #expect(scripted.reported == ["willSend", "didSend"])
        #expect(ends.statuses.map(\.isError) == [false])
        #expect(ends.statuses.map(\.category) == [.acknowledgmentCategory])
        #expect(ends.statuses.map(\.data.timetoken) == [15_000_000_000_000_001])
    }

    @Test func namesGetTheirBeginning() {
        let payloads: [String: Any] = [
            "aps": ["alert": "x"], "fcm": ["data": ["a": "1"]], "pn_debug": true, "web": 1,
        ]
        scripted.client.publish("hi", toChannel: "a", mobilePushPayload: payloads)
        let text = """
            {"pn_apns":{"aps":{"alert":"x"}},"pn_debug":true,"pn_fcm":{"data":{"a":"1"}},"pn_other":"hi","pn_web":1}
            """
        #expect(scripted.published == [Published(text)])
    }

    /// "An existing key with the same name is overwritten"; of two names for one member the full one counts.
    @Test func payloadsTakeThePlaceOfMembersOfTheMessage() {
        let payloads: [String: Any] = ["aps": 1, "pn_apns": 2, "fcm": 3, "pn_fcm": 4]
        scripted.client.publish(["a": 5, "pn_fcm": 6], toChannel: "a", mobilePushPayload: payloads)
        #expect(scripted.published == [Published(#"{"a":5,"pn_apns":2,"pn_fcm":4}"#)])
    }

    @Test func withoutAPayloadItIsAPlainMessage() {
        scripted.client.publish(["a": 1], toChannel: "a", mobilePushPayload: nil)
        #expect(scripted.published == [Published(#"{"a":1}"#)])
    }

    @Test func aNotificationNeedsNoMessage() {
        scripted.client.publish(nil, toChannel: "a", mobilePushPayload: ["pn_fcm": ["data": [:] as [String: Any]]])
        #expect(scripted.published == [Published(#"{"pn_fcm":{"data":{}}}"#)])
    }

    /// An encrypted message of any type becomes the member `pn_other`.
    @Test func onlyTheMessageIsEncrypted() {
        let scripted = ScriptedClient.connected(.scripted(cipherKey: "enigma"))
        let payloads = ["pn_fcm": ["data": ["a": "1"]], "pn_web": ["b": "2"]]
        scripted.client.publish("yay!", toChannel: "a", mobilePushPayload: payloads)
        let text = #"{"pn_fcm":{"data":{"a":"1"}},"pn_other":"Wi24KS4pcTzvyuGOHubiXg==","pn_web":{"b":"2"}}"#
        #expect(scripted.published == [Published(text)])
    }

    @Test func reportsAFailureOnceAndCanRetry() throws {
        let ends = Ends()
        scripted.client.publish("hi", toChannel: "a", mobilePushPayload: ["fcm": 1], withCompletion: ends.take)
        scripted.fail(Path.publish, .reset)
        let status = try #require(ends.statuses.first)
        #expect(status.isError)
        #expect(status.data.timetoken == nil)
        #expect(status.underlyingError?.isOutcomeUnknown == true)
        status.retry()
        scripted.settle()
        scripted.accept()
        let published = Published(#"{"pn_fcm":1,"pn_other":"hi"}"#)
        #expect(scripted.published == [published, published])
        #expect(ends.statuses.map(\.isError) == [true, false])
    }

    @Test(arguments: [("", 134), ("a,b", 117)]) func aNameThatNoChannelHasIsRefused(name: String, code: Int) throws {
        let ends = Ends()
        scripted.client.publish("hi", toChannel: name, mobilePushPayload: ["fcm": 1], withCompletion: ends.take)
        #expect(scripted.reported == ["didFailMessageSend \(code)"])
        let status = try #require(ends.statuses.first)
        #expect(status.category == .badRequestCategory)
        #expect(status.underlyingError?.code == code)
        status.retry()
        scripted.settle()
        #expect(ends.statuses.count == 2)
        #expect(scripted.published == [])
    }

    @Test func nothingAtAllIsRefused() {
        scripted.client.publish(nil, toChannel: "a", mobilePushPayload: [:])
        scripted.client.publish("hi", toChannel: "a", mobilePushPayload: ["fcm": Date()])
        #expect(scripted.reported == ["didFailMessageSend 133", "didFailMessageSend 112"])
    }
}
