import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("App Context: another client receives a change, against a real origin")
struct ObjectEventTests {
    private func set(_ name: String, of user: String, by client: IntegrationClient) async throws {
        let request = PNSetUUIDMetadataRequest(uuid: user)
        request.name = name
        let status = try await client.change("set") { client.pubnub.setUUIDMetadataWith(request, completion: $0) }
        #expect(!status.isError)
    }

    @Test("Users, channels and memberships: set, changed and removed")
    func everyKind() async throws {
        try await withOrigin { _, address in
            let watcher = try await IntegrationClient.connected(address, as: "watcher")
            let client = try await IntegrationClient.connected(address, as: "me")
            try await watcher.subscribe("me", "room")

            try await set("Me", of: "me", by: client)
            let user = try await watcher.objectEvent()
            #expect(user.event == "set" && user.type == "uuid" && user.channel == "me")
            #expect(user.uuidMetadata?.name == "Me" && user.timestamp.uint64Value > 0)

            let room = PNSetChannelMetadataRequest(channel: "room")
            room.information = "quiet"
            let status = try await client.change("room") {
                client.pubnub.setChannelMetadataWith(room, completion: $0)
            }
            #expect(!status.isError)
            let channel = try await watcher.objectEvent()
            #expect(
                channel.event == "set" && channel.type == "channel" && channel.channelMetadata?.information == "quiet"
            )

            let join = PNSetMembershipsRequest(
                uuid: "me",
                channels: [["channel": "room", "custom": ["role": "owner"]]]
            )
            let joined = try await client.change("join") { client.pubnub.setMembershipsWith(join, completion: $0) }
            #expect(!joined.isError)
            let memberships = [try await watcher.objectEvent(), try await watcher.objectEvent()]
            #expect(Set(memberships.map(\.channel)) == ["me", "room"])
            #expect(memberships.allSatisfy { $0.membership?.uuid == "me" && $0.membership?.channel == "room" })
            #expect(Set(memberships.map(\.timestamp)).count == 2)

            let removed: any PNAcknowledgmentStatus = try await client.change("remove") {
                client.pubnub.removeUUIDMetadata(with: PNRemoveUUIDMetadataRequest(uuid: "me"), completion: $0)
            }
            #expect(!removed.isError)
            let gone = [try await watcher.objectEvent(), try await watcher.objectEvent()]
            #expect(gone.allSatisfy { $0.event == "delete" && $0.uuidMetadata?.uuid == "me" })
        }
    }

    @Test(
        "Delivers events and messages once and in order while polls break",
        arguments: [FaultAction.dropResponse, .reset, .truncate(bytes: 40), .status(503)]
    )
    func dropped(fault: FaultAction) async throws {
        try await withOrigin { server, address in
            let watcher = try await IntegrationClient.connected(address, as: "watcher")
            let client = try await IntegrationClient.connected(address, as: "me")
            try await watcher.subscribe("me")
            try await set("0", of: "me", by: client)
            #expect(try await watcher.objectEvent().uuidMetadata?.name == "0")
            let rules = [FaultRule(fault, family: .subscribe, occurrence: .first(3))]
            server.faults = FaultPlan(rules: rules)
            for number in 1...10 {
                try await set("\(number)", of: "me", by: client)
                try await client.publish(number, to: "me")
            }
            let missed = try await watcher.events.next(20, "missed") { event -> String? in
                event.object?.uuidMetadata?.name.map { "set \($0)" } ?? event.message.map { "\($0.message)" }
            }
            #expect(missed == (1...10).flatMap { ["set \($0)", "\($0)"] })
            #expect(watcher.events.all.compactMap(\.object).count == 11)
            #expect(watcher.events.all.compactMap(\.gap).isEmpty)
        }
    }
}
