import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: APNS Methods, against a real origin")
struct PushTests {
    private let token = Data(repeating: 0xAB, count: 32)
    private let other = Data(0..<100)

    @Test(
        "Adds channels to a device, lists them, removes one, and removes all",
        arguments: PNPushService.allCases
    )
    func life(type: PNPushService) async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            #expect(try await client.pushChannels(token, type).isEmpty)
            #expect(try await client.enablePush(["news", "sport", "漢 &?"], token, type) == ["news", "sport", "漢 &?"])
            #expect(try await client.enablePush(["news"], token, type) == ["news"])
            #expect(Set(try await client.pushChannels(token, type)) == ["news", "sport", "漢 &?"])
            #expect(try await client.disablePush(["sport", "nothing"], token, type) == ["sport", "nothing"])
            #expect(Set(try await client.pushChannels(token, type)) == ["news", "漢 &?"])
            try await client.removePush(token, type)
            #expect(try await client.pushChannels(token, type).isEmpty)
            try await client.removePush(token, type)
        }
    }

    @Test("The forms for one channel have the same effect")
    func one() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let news = PNChannel.channel(withName: "news")
            let enabled: [String] = try await client.call("enable") { finish in
                client.pubnub.enablePushNotifications(on: news, withDevicePushToken: token) { channels, error in
                    finish(error.map { .failure($0) } ?? .success(channels?.map(\.name) ?? []))
                }
            }
            #expect(enabled == ["news"])
            #expect(try await client.pushChannels(token) == ["news"])
            let disabled: [String] = try await client.call("disable") { finish in
                client.pubnub.disablePushNotifications(on: news, withDevicePushToken: token) { channels, error in
                    finish(error.map { .failure($0) } ?? .success(channels?.map(\.name) ?? []))
                }
            }
            #expect(disabled == ["news"])
            #expect(try await client.pushChannels(token).isEmpty)
        }
    }

    @Test("Devices and services are separate")
    func apart() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            _ = try await client.enablePush(["first"], token)
            _ = try await client.enablePush(["second"], other)
            _ = try await client.enablePush(["third"], token, .fcm)
            try await client.removePush(token)
            #expect(try await client.pushChannels(token).isEmpty)
            #expect(try await client.pushChannels(other) == ["second"])
            #expect(try await client.pushChannels(token, .fcm) == ["third"])
        }
    }

    @Test("Lists all channels, also if there are more than a page of the service")
    func pages() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let names = (0..<1203).map { "channel \($0)" }
            _ = try await client.enablePush(names, token)
            let listed = try await client.pushChannels(token)
            #expect(listed.count == 1203 && Set(listed) == Set(names))
        }
    }

    @Test("Performs concurrent calls for one device in order")
    func order() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            for _ in 0..<10 {
                client.pubnub.enablePushNotifications(
                    on: PNChannel.channel(withName: "news"),
                    withDevicePushToken: token
                )
                client.pubnub.removeAllPushNotifications(forDevicePushToken: token)
            }
            #expect(try await client.pushChannels(token).isEmpty)
        }
    }

    @Test("A missing token is error 139 and sends nothing", arguments: [nil, Data()])
    func noToken(token: Data?) async throws {
        try await withOrigin { server, address in
            server.faults = FaultPlan(rules: [FaultRule(.status(500), family: .push)])
            let client = try await IntegrationClient.connected(address)
            let error = try await failure { try await client.enablePush(["news"], token) }
            #expect(error.code == 139 && error.names == ["news"])
            await expectFailure(139) { try await client.disablePush(["news"], token) }
            await expectFailure(139) { try await client.removePush(token) }
            await expectFailure(139) { try await client.pushChannels(token) }
        }
    }

    @Test("Reports a token of the wrong length in the words of the service, without the token")
    func wrongToken() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let error = try await failure { try await client.enablePush(["news"], Data(repeating: 0xAB, count: 101)) }
            #expect(error.code == -1 && error.names == ["news"])
            #expect(error.localizedDescription == "Invalid device token")
            #expect(!"\(error)".contains("abab"))
        }
    }

    @Test("Refuses invalid channel names before anything is sent")
    func badNames() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            await expectFailure(117) { try await client.enablePush(["fine", "a,b"], token) }
            await expectFailure(118) { try await client.enablePush([], token) }
            #expect(try await client.pushChannels(token).isEmpty)
        }
    }

    @Test("A key without notifications is error 137")
    func notEnabled() async throws {
        try await withOrigin { server, address in
            let text =
                "Use of the mobile push notifications API requires Push Notifications which is not enabled for this subscribe key."
            server.faults = FaultPlan(rules: [FaultRule(.status(400, body: "{\"error\":\"\(text)\"}"), family: .push)])
            let client = try await IntegrationClient.connected(address)
            await expectFailure(137) { try await client.enablePush(["news"], token) }
            await expectFailure(137) { try await client.pushChannels(token) }
        }
    }
}
