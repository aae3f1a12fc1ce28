import Foundation
import PubNubTestSupport
import PubNubWire
import Testing

@testable import PubNub

/// README "APNS Methods"; Documentation/WireProtocol.md, "Push registrations".
@Suite struct PushTests {
    private let device = "/v1/push/sub-key/sub/devices/0102"
    private let token = Data([1, 2])

    /// Every call for a device, with its errors.
    private func callAll(_ client: PubNub, _ channels: [PNChannel], _ token: Data?, note: @escaping (PNError?) -> Void)
    {
        client.enablePushNotifications(onChannels: channels, withDevicePushToken: token) { note($1) }
        client.disablePushNotifications(onChannels: channels, withDevicePushToken: token) { note($1) }
    }

    /// A missing token is error 139, and nothing is sent.
    @Test(arguments: [nil, Data()])
    func withoutATokenNothingIsSent(_ token: Data?) {
        let scripted = ScriptedClient.connected()
        let codes = Notes<Int?>()
        callAll(scripted.client, [PNChannel(name: "a")], token) { codes.add($0?.code) }
        scripted.client.removeAllPushNotifications(forDevicePushToken: token) { codes.add($0?.code) }
        scripted.client.requestPushNotificationEnabledChannels(forDevicePushToken: token) { codes.add($1?.code) }
        scripted.settle()
        #expect(codes.values == [139, 139, 139, 139])
        #expect(scripted.requested == [])
    }

    @Test(
        arguments: [
            ([], 118), ([""], 117), (["a,b"], 117), (["a/b"], 117), (["a:b"], 117),
            ([String(repeating: "n", count: 93)], 117),
        ] as [([String], Int)]
    )
    func badChannels(_ names: [String], _ code: Int) throws {
        let scripted = ScriptedClient.connected()
        let errors = Notes<PNError?>()
        callAll(scripted.client, PNChannel.channels(withNames: names), token) { errors.add($0) }
        scripted.settle()
        #expect(errors.values.map { $0?.code } == [code, code])
        for error in errors.values {
            #expect((error?.associatedObject as? [PNChannel])?.map(\.name) == names)
        }
        #expect(scripted.requested == [])
    }

    /// The list of a device has pages, which the client reads until one is not full.
    @Test func theChannelsOfADeviceComeInPages() {
        let scripted = ScriptedClient.connected()
        let lists = Notes<[String]?>()
        scripted.client.requestPushNotificationEnabledChannels(forDevicePushToken: token) { channels, _ in
            lists.add(channels?.map(\.name))
        }
        let names = (0..<ServiceLimits.pushPage).map { "c\($0)" }
        scripted.reply(device, "[\(names.map { "\"\($0)\"" }.joined(separator: ","))]")
        #expect(lists.values == [])
        #expect(scripted.requested.last == "\(device)?start=c499&type=apns&uuid=me")
        scripted.reply(device, #"["c499","z"]"#)
        #expect(lists.values == [names + ["z"]])
        #expect(scripted.waiting == [])
    }

    /// A service without pages repeats the same page; the client stops.
    @Test func aPageThatBringsNothingNewIsTheLast() {
        let scripted = ScriptedClient.connected()
        let counts = Notes<Int?>()
        scripted.client.requestPushNotificationEnabledChannels(forDevicePushToken: token) { channels, _ in
            counts.add(channels?.count)
        }
        let page = "[\((0..<ServiceLimits.pushPage).map { "\"c\($0)\"" }.joined(separator: ","))]"
        scripted.reply(device, page)
        scripted.reply(device, page)
        #expect(counts.values == [ServiceLimits.pushPage])
        #expect(scripted.waiting == [])
    }

    @Test func aPageThatFailsFailsTheCall() {
        let scripted = ScriptedClient.connected()
        let codes = Notes<Int?>()
        scripted.client.requestPushNotificationEnabledChannels(forDevicePushToken: token) { codes.add($1?.code) }
        scripted.reply(device, "[\((0..<ServiceLimits.pushPage).map { "\"c\($0)\"" }.joined(separator: ","))]")
        scripted.reply(device, status: 403, #"{"status":403,"message":"Forbidden","error":true}"#)
        #expect(codes.values == [kPNAPIAccessForbiddenError])
    }

    /// Calls for one device run in order; devices do not wait for each other.
    @Test func callsForOneDeviceFollowOneAnother() {
        let scripted = ScriptedClient.connected { $0.shouldRunCallsInParallel = true }
        let other = Data([3, 4])
        scripted.client.enablePushNotifications(on: PNChannel(name: "a"), withDevicePushToken: token)
        scripted.client.removeAllPushNotifications(forDevicePushToken: token)
        scripted.client.enablePushNotifications(on: PNChannel(name: "a"), withDevicePushToken: other)
        #expect(
            scripted.requested == [
                "\(device)?add=a&type=apns&uuid=me", "/v1/push/sub-key/sub/devices/0304?add=a&type=apns&uuid=me",
            ]
        )
        scripted.reply(device, #"[1,"Modified Channels"]"#)
        #expect(scripted.requested == ["\(device)/remove?type=apns&uuid=me"])
    }

    /// Errors never contain the token.
    @Test func errorsDoNotNameTheToken() {
        let scripted = ScriptedClient.connected()
        let texts = Notes<String>()
        callAll(scripted.client, [PNChannel(name: "a")], Data([0xde, 0xad, 0xbe, 0xef])) { error in
            texts.add("\(error.map { "\($0) \($0.localizedDescription) \($0.localizedFailureReason ?? "")" } ?? "")")
        }
        while scripted.reply("/v1/push", status: 400, #"{"error":"Invalid device token"}"#) != nil {}
        #expect(texts.values.count == 2)
        for text in texts.values {
            #expect(text.contains("Invalid device token"))
            #expect(!text.contains("deadbeef"))
        }
    }
}
