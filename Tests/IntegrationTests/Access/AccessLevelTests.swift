import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: PAM, the levels: application, channel, group, namespace and client")
struct AccessLevelTests {
    private let room = PNChannel.channel(withName: "room")
    private let hall = PNChannel.channel(withName: "hall")

    @Test("A right for all clients on a channel applies to that channel and to every key")
    func channelLevel() async throws {
        try await withGuardedOrigin { origin in
            let granted = try await origin.admin.grant(.writeAccessRight, on: [room, hall])
            #expect(granted.level == .channelAccessRightsLevel)
            #expect(granted.accessRightsInformationForAllChannels().map { $0.object?.name } == ["room", "hall"])
            #expect(granted.accessRightsInformation(for: hall)?.rights == .writeAccessRight)
            for key in [nil, "some-key"] {
                let guest = try await origin.client(key: key)
                try await guest.publish("for all", to: "hall")
                await expectFailure(122) { try await guest.publish("elsewhere", to: "attic") }
                await expectFailure(122) { try await guest.subscribe("hall") }
            }
        }
    }

    @Test("A right for a key applies only to clients with that key")
    func clientLevel() async throws {
        try await withGuardedOrigin { origin in
            let granted = try await origin.admin.grant(.readAccessRight, on: [room, hall], to: "reader-key")
            #expect(granted.level == .userAccessRightsLevel)
            #expect(granted.accessRightsInformation(forClientAuthorizationKey: "reader-key").count == 2)
            let reader = try await origin.client(key: "reader-key")
            try await reader.subscribe("room", "hall")
            await expectFailure(122) { try await reader.publish("not to write", to: "room") }
            for key in [nil, "Reader-key", "reader-key2"] {
                let other = try await origin.client(key: key)
                await expectFailure(122) { try await other.subscribe("room") }
            }
        }
    }

    @Test("A right on the application applies everywhere, and cannot be revoked for one channel or key")
    func applicationLevel() async throws {
        try await withGuardedOrigin { origin in
            let granted = try await origin.admin.grant(.allAccessRights)
            #expect(granted.level == .applicationAccessRightsLevel)
            #expect(granted.accessRightsInformationForApplication()?.hasAllRights() == true)
            let guest = try await origin.client(key: "guest-key")
            try await guest.subscribe("anywhere")
            let revoked = try await origin.admin.revoke(on: [room], of: "guest-key")
            #expect(revoked.rights(on: room) == [.noAccessRights])
            try await origin.admin.revoke(on: [room])
            try await guest.publish("all the same", to: "room")
            #expect(try await guest.hereNow().channels().map(\.name) == ["anywhere"])
            let audited = try await origin.admin.audit()
            #expect(audited.accessRightsInformationForApplication()?.hasAllRights() == true)
            try await origin.admin.revoke()
            #expect(try await guest.events.next("refusal", \.subscribingError).names == ["anywhere"])
            await expectFailure(122) { try await guest.publish("not any more", to: "room") }
        }
    }

    @Test("A key inherits the rights of its channel, and the collection says so")
    func inheritance() async throws {
        try await withGuardedOrigin { origin in
            try await origin.admin.grant(.readAccessRight, on: [hall])
            try await origin.admin.grant(.writeAccessRight, on: [hall], to: "writer-key")
            let audited = try await origin.admin.audit(on: [hall])
            #expect(audited.accessRightsInformation(for: hall)?.rights == .readAccessRight)
            #expect(audited.rights(on: hall) == [.allAccessRights])
            let writer = try await origin.client(key: "writer-key")
            try await writer.subscribe("hall")
            try await writer.publish("both", to: "hall")
            #expect(try await writer.message().message as? String == "both")
            try await origin.admin.revoke(on: [hall], of: "writer-key")
            await expectFailure(122) { try await writer.publish("reads only", to: "hall") }
            try await origin.admin.grant(.writeAccessRight, on: [hall], to: GuardedOrigin.adminKey)
            try await origin.admin.publish("still read", to: "hall")
            #expect(try await writer.message().message as? String == "still read")
        }
    }

    @Test("Subscribing to a group needs the right to read, changing it the right to manage")
    func groupLevel() async throws {
        try await withGuardedOrigin { origin in
            let crew = PNChannelGroup(name: "crew")
            let captain = try await origin.client(key: "captain-key")
            let sailor = try await origin.client(key: "sailor-key")
            let granted = try await origin.admin.grant(
                [.readAccessRight, .managementRight],
                on: [crew],
                to: "captain-key"
            )
            #expect(granted.rights(on: crew) == [[.readAccessRight, .managementRight]])
            try await origin.admin.grant(.readAccessRight, on: [crew], to: "sailor-key")
            try await captain.add(["room", "hall"], to: crew)
            await expectFailure(122) { try await sailor.add(["attic"], to: crew) }
            await expectFailure(122) { try await sailor.channels(of: crew) }
            #expect(try await captain.channels(of: crew) == ["hall", "room"])
            await expectFailure(122) { try await captain.groups() }
            try await sailor.subscribe([crew])
            try await origin.admin.publish("all hands", to: "room")
            let message = try await sailor.message()
            #expect(message.message as? String == "all hands" && message.channelGroup?.name == "crew")
            await expectFailure(122) { try await sailor.subscribe("room") }
            try await origin.admin.revoke(on: [crew], of: "sailor-key")
            let lost = try await sailor.events.next("loss of the group") { event in
                event.subscribingError.flatMap { $0.names == ["crew"] ? $0 : nil }
            }
            #expect(lost.associatedObject.flatMap { $0 as? [any PNChannelProtocol] }?.first?.isChannelGroup == true)
        }
    }

    @Test("A namespace stands for its groups, and all namespaces for every group", arguments: [false, true])
    func namespaceLevel(all: Bool) async throws {
        try await withGuardedOrigin { origin in
            let namespace = all ? PNChannelGroupNamespace.allNamespaces() : PNChannelGroupNamespace(name: "ships")
            let crew = PNChannelGroup(name: "crew", inNamespace: "ships")
            let granted = try await origin.admin.grant(
                [.readAccessRight, .managementRight],
                on: [namespace],
                to: "captain-key"
            )
            #expect(granted.accessRightsForClients(on: namespace).count == 1)
            let captain = try await origin.client(key: "captain-key")
            try await captain.add(["room"], to: crew)
            #expect(try await captain.channels(of: crew) == ["room"])
            try await captain.subscribe([crew])
            try await origin.admin.publish("ahoy", to: "room")
            #expect(try await captain.message().channelGroup?.name == "ships:crew")
            let elsewhere = PNChannelGroup(name: "crew", inNamespace: "planes")
            if all {
                try await captain.add(["room"], to: elsewhere)
            } else {
                await expectFailure(122) { try await captain.add(["room"], to: elsewhere) }
            }
            try await origin.admin.revoke(on: [namespace], of: "captain-key")
            await expectFailure(122) { try await captain.channels(of: crew) }
        }
    }

    @Test("Channels and groups in one request are granted together")
    func mixed() async throws {
        try await withGuardedOrigin { origin in
            let crew = PNChannelGroup(name: "crew")
            let granted = try await origin.admin.grant(.readAccessRight, on: [hall, crew], to: "mixed-key")
            #expect(granted.rights(on: hall) == [.readAccessRight] && granted.rights(on: crew) == [.readAccessRight])
            let audited = try await origin.admin.audit(on: [hall, crew], of: ["mixed-key"])
            #expect(audited.rights(on: hall) == [.readAccessRight] && audited.rights(on: crew) == [.readAccessRight])
        }
    }

    @Test("Grants and signs names that need escaping", arguments: ["a b", "ä~'!*()", "100%&=+?#"])
    func oddNames(name: String) async throws {
        try await withGuardedOrigin { origin in
            let channel = PNChannel.channel(withName: name)
            try await origin.admin.grant(.allAccessRights, on: [channel], to: "key of \(name)")
            let guest = try await origin.client(key: "key of \(name)")
            try await guest.subscribe(name)
            try await guest.publish("there", to: name)
            #expect(try await guest.message().channel.name == name)
            #expect(
                try await origin.admin.audit(on: [channel], of: ["key of \(name)"]).rights(on: channel)
                    == [.allAccessRights]
            )
        }
    }
}
