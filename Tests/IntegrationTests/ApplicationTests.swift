import Foundation
import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

/// Each test follows a small application that uses several features of the library in turn.
@Suite("Applications that use several features, against a real origin")
struct ApplicationTests {
    @Test("A message reaches the delegate, an observer, a closure and a notification; encryption is switched on later")
    func helloWorld() async throws {
        try await withOrigin { _, address in
            let client = IntegrationClient(address, as: "HelloWorld")
            let observed = IntegrationInbox<PNMessage>()
            let posted = IntegrationInbox<PNMessage>()
            let observer = NSObject()
            client.pubnub.observationCenter.addMessageReceiveObserver(observer) { message in
                if let message { observed.put(message) }
            }
            let token = NotificationCenter.default.addObserver(
                forName: Notification.Name(kPNClientDidReceiveMessageNotification),
                object: client.pubnub,
                queue: nil
            ) { notification in
                if let message = notification.userInfo?[kPNNotificationPayloadKey] as? PNMessage { posted.put(message) }
            }
            defer { NotificationCenter.default.removeObserver(token) }

            try await client.connect()
            let hall = PNChannel.separate(named: "hall", observesPresence: true)
            try await client.subscribe([hall])
            try await client.publish("Hello, world!", to: "hall")
            for message in [try await client.message(), try await observed.next { $0 }, try await posted.next { $0 }] {
                #expect(message.message as? String == "Hello, world!")
                #expect(message.channel == hall)
            }
            let join = try await client.events.next("join", \.presence)
            #expect(join.type == .join && join.client.identifier == "HelloWorld" && join.occupancy == 1)
            #expect(try await client.history("hall").map { $0.message as? String } == ["Hello, world!"])
            #expect(try await client.hereNow([hall]).participants(for: hall).map(\.identifier) == ["HelloWorld"])

            client.reconfigure { $0.cipherKey = "open sesame" }
            try await client.subscribe("vault")
            try await client.publish(["treasure": "under the stairs"], to: "vault")
            let secret = try await client.message()
            #expect(secret.message as? [String: String] == ["treasure": "under the stairs"])
            let outsider = try await IntegrationClient.connected(address)
            #expect(try await outsider.history("vault").first?.message is String)

            try await client.unsubscribe("hall", "vault")
            client.pubnub.disconnect()
            _ = try await client.events.next("didDisconnect", \.isDisconnected)
            withExtendedLifetime(observer) {}
        }
    }

    @Test("A subscriber with state receives a visitor's join, three messages in order, and leave")
    func visitor() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "SimpleSubscribeInstance")
            let channel = PNChannel.separate(named: "a", observesPresence: true)
            try await client.subscribe([channel], state: ["a": ["appEvent": "demo app started"]])
            let own = try await client.events.next("join", \.presence)
            #expect(own.client.state(for: channel) as? [String: String] == ["appEvent": "demo app started"])

            let visitor = try await IntegrationClient.connected(address, as: "Visitor")
            try await visitor.subscribe("a")
            let join = try await client.events.next("join", \.presence)
            #expect(join.type == .join && join.client.identifier == "Visitor" && join.occupancy == 2)
            let lines = ["Anybody here?", "Ah, you are listening.", "Goodbye!"]
            for line in lines { try await visitor.publish(line, to: "a") }
            #expect(try await client.messages(3).map { $0.message as? String } == lines)
            try await visitor.unsubscribe("a")
            let leave = try await client.events.next("leave", \.presence)
            #expect(leave.type == .leave && leave.client.identifier == "Visitor" && leave.occupancy == 1)
            let everywhere = try await client.hereNow(identifiers: false, state: true)
            #expect(everywhere.channels().map { everywhere.participantsCount(for: $0) } == [1])
        }
    }

    @Test("A guest joins with state, reads a channel group, is denied a publish, and publishes once it is granted")
    func guest() async throws {
        try await withGuardedOrigin { origin in
            let host = origin.admin
            let guest = try await origin.client(key: "guest-7a11")
            try await host.grant([.readAccessRight, .managementRight])
            let hall = PNChannel.separate(named: "hall", observesPresence: true)
            try await guest.subscribe([hall], state: ["hall": ["coat": "green"]])
            try await host.subscribe([hall])
            try await host.setState(of: host.pubnub.clientIdentifier(), ["mood": "welcoming"], on: hall)
            let identifier = host.pubnub.clientIdentifier()
            let change = try await guest.events.next("state") { event in
                event.presence.flatMap { $0.type == .stateChanged && $0.client.identifier == identifier ? $0 : nil }
            }
            #expect(change.client.state(for: hall) as? [String: String] == ["mood": "welcoming"])
            let present = try await guest.hereNow([hall], state: true).participants(for: hall)
            #expect(
                Set(present.compactMap { $0.state(for: hall) as? [String: String] }) == [
                    ["coat": "green"], ["mood": "welcoming"],
                ]
            )

            let house = PNChannelGroup(name: "house")
            try await host.add(["hall", "garden"], to: house)
            try await guest.subscribe([house])
            let denied = await #expect(throws: PNError.self) {
                try await guest.publish("May I see the garden?", to: "garden")
            }
            #expect(denied?.code == kPNAPIAccessForbiddenError)
            try await host.grant(.allAccessRights, on: [PNChannel.channel(withName: "garden")], to: "guest-7a11")
            try await guest.publish("May I see the garden?", to: "garden")
            let message = try await guest.message()
            #expect(message.channel.name == "garden" && message.channelGroup?.groupName == "house")
        }
    }

    @Test("A directory lists the active members of a team by name, and again after another client changed one of them")
    func directory() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "directory")
            let colleague = try await IntegrationClient.connected(address, as: "colleague")
            let people = ["ann": ("Ann Lee", "active"), "zoe": ("Zoe", "active"), "bob": ("Bob Moss", "away")]
            for (identifier, (name, state)) in people {
                let request = PNSetUUIDMetadataRequest(uuid: identifier)
                request.name = name
                request.status = state
                let status = try await client.change("set") {
                    client.pubnub.setUUIDMetadataWith(request, completion: $0)
                }
                #expect(!status.isError)
            }
            let members = PNSetChannelMembersRequest(channel: "team", uuids: people.keys.map { ["uuid": $0] })
            let joined = try await client.change("join") {
                client.pubnub.setChannelMembersWith(members, completion: $0)
            }
            #expect(!joined.isError && joined.data.totalCount == 3)
            try await client.subscribe("team")

            #expect(try await activeMembers(client) == ["Ann Lee", "Zoe"])
            let request = PNSetUUIDMetadataRequest(uuid: "bob")
            request.status = "active"
            let status = try await colleague.change("set") {
                colleague.pubnub.setUUIDMetadataWith(request, completion: $0)
            }
            #expect(!status.isError)
            let event = try await client.objectEvent()
            #expect(event.event == "set" && event.uuidMetadata?.uuid == "bob" && event.channel == "team")
            #expect(try await activeMembers(client) == ["Ann Lee", "Bob Moss", "Zoe"])
        }
    }

    private func activeMembers(_ client: IntegrationClient) async throws -> [String] {
        let request = PNFetchChannelMembersRequest(channel: "team")
        request.includeFields = [.membersTotalCountField, .memberUUIDField]
        request.filter = "uuid.status == 'active'"
        request.sort = ["uuid.name"]
        let result: PNFetchChannelMembersResult = try await client.fetch("members") {
            client.pubnub.channelMembers(with: request, completion: $0)
        }
        #expect(result.data.totalCount == result.data.members.count)
        return result.data.members.compactMap { $0.metadata?.name }
    }

    @Test("After a signal and a message, of two reactions the one that was not removed is in history")
    func reactions() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, as: "me")
            let friend = try await IntegrationClient.connected(address, as: "friend")
            try await client.subscribe("kitchen")
            let typing = try await friend.change("signal") {
                friend.pubnub.signal("typing", channel: "kitchen", withCompletion: $0)
            }
            #expect(!typing.isError)
            #expect(try await client.events.next("signal", \.signal).message as? String == "typing")
            try await friend.publish("Is there cake?", to: "kitchen")
            let timetoken = try #require(try await client.message().date).timeToken

            for value in ["yes", "now!"] {
                let request = PNAddMessageActionRequest(channel: "kitchen", messageTimetoken: timetoken)
                request.type = "reaction"
                request.value = value
                let status = try await client.change("add") {
                    client.pubnub.addMessageAction(with: request, completion: $0)
                }
                #expect(!status.isError)
                #expect(try await client.events.next("added", \.messageAction).action.value == value)
                guard value == "now!" else { continue }
                let removal = PNRemoveMessageActionRequest(channel: "kitchen", messageTimetoken: timetoken)
                removal.actionTimetoken = try #require(status.data.action).actionTimetoken
                let removed = try await client.change("remove") {
                    client.pubnub.removeMessageAction(with: removal, completion: $0)
                }
                #expect(!removed.isError)
                #expect(try await client.events.next("removed", \.messageAction).event == "removed")
            }
            let request = PNHistoryFetchRequest(channels: ["kitchen"])
            request.includeMessageActions = true
            let result: PNHistoryFetchResult = try await client.fetch("history") {
                client.pubnub.fetchHistory(with: request, completion: $0)
            }
            #expect(result.data.channels["kitchen"]?.last?.actions.map(\.value) == ["yes"])
        }
    }

    @Test("Subscribers of a channel receive the message and the push payload for a registered device")
    func push() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address)
            let token = Data(repeating: 0x5C, count: 32)
            try await client.subscribe("news")
            #expect(try await client.enablePush(["news"], token) == ["news"])
            let notification: [String: Any] = ["aps": ["alert": "The cat is out of the bag", "badge": 1]]
            client.pubnub.sendMessage(
                "It is a black cat",
                applePushNotification: notification,
                to: PNChannel.channel(withName: "news")
            )
            let message = try #require(try await client.message().message as? [String: Any])
            #expect(message["pn_other"] as? String == "It is a black cat")
            let payload = try #require((message["pn_apns"] as? [String: Any])?["aps"] as? [String: Any])
            #expect(payload["alert"] as? String == "The cat is out of the bag" && payload["badge"] as? Int == 1)
            try await client.removePush(token)
            #expect(try await client.pushChannels(token).isEmpty)
        }
    }
}
