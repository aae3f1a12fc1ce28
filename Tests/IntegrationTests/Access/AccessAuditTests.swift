import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: PAM, audits, and the signatures of changes")
struct AccessAuditTests {
    private let room = PNChannel.channel(withName: "room")
    private let hall = PNChannel.channel(withName: "hall")

    @Test("An audit of the application lists all rights with their remaining time")
    func application() async throws {
        try await withGuardedOrigin { origin in
            let crew = PNChannelGroup(name: "crew")
            try await origin.admin.grant(.readAccessRight, on: [hall], minutes: 30)
            try await origin.admin.grant(.writeAccessRight, on: [hall], to: "writer-key", minutes: 20)
            try await origin.admin.grant(.managementRight, on: [crew], minutes: 10)
            origin.clock.advance(by: .seconds(300))
            let audited = try await origin.admin.audit()
            #expect(audited.level == .applicationAccessRightsLevel)
            let channel = try #require(audited.accessRightsInformation(for: hall))
            #expect(channel.rights == .readAccessRight && channel.accessPeriodDuration == 25)
            let key = try #require(audited.accessRightsInformationClientAuthorizationKey("writer-key", on: hall))
            #expect(key.hasWriteRight() && key.accessPeriodDuration == 15)
            let group = try #require(audited.accessRightsInformation(for: crew))
            #expect(group.hasManagementRight() && !group.hasReadRight() && group.accessPeriodDuration == 5)
            #expect(audited.accessRightsInformationForApplication()?.isAllRightsRevoked() == true)
            #expect(
                Set(audited.accessRightsInformationForAllClientAuthorizationKeys().compactMap(\.authorizationKey))
                    == ["writer-key", GuardedOrigin.adminKey]
            )
        }
    }

    @Test("An audit contains every requested name, also without rights")
    func asked() async throws {
        try await withGuardedOrigin { origin in
            try await origin.admin.grant(.readAccessRight, on: [hall], to: "known")
            let keys = try await origin.admin.audit(on: [hall, room], of: ["known", "unknown"])
            #expect(keys.level == .userAccessRightsLevel)
            #expect(keys.rights(on: hall) == [.readAccessRight, .noAccessRights])
            #expect(keys.rights(on: room) == [.noAccessRights, .noAccessRights])
            let channels = try await origin.admin.audit(on: [PNChannel.channel(withName: "attic")])
            #expect(channels.accessRightsInformationForAllChannels().map(\.rights) == [.noAccessRights])
            let groups = try await origin.admin.audit(on: [PNChannelGroup(name: "crew")])
            #expect(groups.level == .channelGroupAccessRightsLevel)
            #expect(groups.accessRightsInformationForAllChannelGroups().map(\.rights) == [.noAccessRights])
        }
    }

    @Test("A wrong secret key is error 138 about the request, and changes nothing")
    func wrongSecret() async throws {
        try await withGuardedOrigin { origin in
            let intruder = try await origin.client(key: nil, secretKey: "sec-c-guessed")
            let refusal = try await failure {
                try await intruder.grant(.allAccessRights, on: [hall], to: "mine", minutes: 7)
            }
            #expect(refusal.code == 138)
            let options = try #require(refusal.associatedObject as? PNAccessRightOptions)
            #expect(options.rights == .allAccessRights && options.accessPeriodDuration == 7)
            #expect(options.channels.map(\.name) == ["hall"] && options.clientsAuthorizationKeys == ["mine"])
            #expect(options.level == .userAccessRightsLevel)
            await expectFailure(138) { try await intruder.audit() }
            #expect(!"\(refusal)".contains("guessed"))
            #expect(try await origin.admin.audit(on: [hall], of: ["mine"]).rights(on: hall) == [.noAccessRights])
        }
    }

    @Test("A change without a secret key is error 138 and sends nothing")
    func noSecret() async throws {
        try await withOrigin { server, address in
            server.faults = FaultPlan(rules: [FaultRule(.status(500), family: .accessManager)])
            let client = try await IntegrationClient.connected(address)
            await expectFailure(138) { try await client.grant(.allAccessRights) }
            await expectFailure(138) { try await client.audit(on: [room]) }
        }
    }

    @Test(
        "Signed calls fail if the clock is off by more than a minute; other calls succeed",
        arguments: [(-61.0, false), (-60.0, true), (60.0, true), (61.0, false)]
    )
    func clockSkew(seconds: Double, isAccepted: Bool) async throws {
        try await withGuardedOrigin { origin in
            let client = try await origin.client(key: nil, secretKey: GuardedOrigin.secretKey, ahead: seconds)
            if isAccepted {
                try await client.grant(.writeAccessRight, on: [hall])
            } else {
                let error = try await failure { try await client.grant(.writeAccessRight, on: [hall]) }
                #expect(error.code == -1 && error.localizedDescription == "Invalid Timestamp")
                await expectFailure(-1) { try await client.audit() }
                try await origin.admin.grant(.writeAccessRight, on: [hall])
            }
            try await client.publish("not signed", to: "hall")
        }
    }

    @Test("With the access manager disabled, all calls are allowed, and granting changes nothing")
    func disabled() async throws {
        try await withOrigin { _, address in
            let client = try await IntegrationClient.connected(address, secretKey: "sec-any-70b2")
            try await client.revoke(on: [room])
            try await client.subscribe("room")
            try await client.publish("free", to: "room")
            #expect(try await client.message().message as? String == "free")
            #expect(try await client.audit(on: [room]).accessRightsInformation(for: room)?.rights == .noAccessRights)
        }
    }
}
