import Testing

@testable import PubNub

@Suite("README, PAM Methods: rights and their objects")
struct AccessRightsTests {
    private let a = PNChannel.channel(withName: "a")
    private let group = PNChannelGroup(name: "a")
    private let namespace = PNChannelGroupNamespace(name: "n")

    private func item(
        _ rights: PNAccessRights,
        _ object: (any PNChannelProtocol)? = nil,
        _ key: String? = nil
    ) -> PNAccessRightsInformation {
        PNAccessRightsInformation(
            level: .channelAccessRightsLevel,
            rights: rights,
            subscriptionKey: "s",
            object: object,
            authorizationKey: key,
            accessPeriodDuration: 10
        )
    }

    @Test("Rights allow the documented operations")
    func information() {
        #expect(item(.readAccessRight, a).hasReadRight())
        #expect(!item(.readAccessRight, a).hasWriteRight())
        #expect(item(.allAccessRights, a).hasAllRights())
        #expect(!item(.allAccessRights, group).hasAllRights())
        #expect(item([.readAccessRight, .managementRight], group).hasAllRights())
        #expect(item(.managementRight, group).hasManagementRight())
        #expect(item(.noAccessRights, a).isAllRightsRevoked())
        #expect(item(.unknownAccessRights, a).isAllRightsRevoked())
        #expect(!item(.writeAccessRight, a).isAllRightsRevoked())
        #expect((item([], a) as any HavingChannel).channel == a)
        #expect((item([], group) as any HavingChannel).channel == nil)
    }

    @Test("A collection finds rights by object and by key")
    func collection() {
        let collection = PNAccessRightsCollection(
            level: .userAccessRightsLevel,
            information: [
                item(.readAccessRight), item(.writeAccessRight, a), item(.readAccessRight, group),
                item(.readAccessRight, namespace), item(.allAccessRights, a, "k1"), item(.readAccessRight, a, "k2"),
                item(.readAccessRight, group, "k1"),
            ]
        )
        #expect(collection.accessRightsInformationForApplication()?.rights == .readAccessRight)
        #expect(collection.accessRightsInformationForAllChannels().map(\.rights) == [.writeAccessRight])
        #expect(collection.accessRightsInformationForAllChannelGroups().compactMap(\.object?.name) == ["a"])
        #expect(collection.accessRightsInformationForAllChannelGroupNamespaces().compactMap(\.object?.name) == ["n:"])
        #expect(collection.accessRightsInformation(for: a)?.rights == .writeAccessRight)
        #expect(collection.accessRightsInformation(for: group)?.rights == .readAccessRight)
        #expect(collection.accessRightsForClients(on: a).compactMap(\.authorizationKey) == ["k1", "k2"])
        #expect(collection.accessRightsForClients(on: group).compactMap(\.authorizationKey) == ["k1"])
        #expect(collection.accessRightsInformationForAllClientAuthorizationKeys().count == 3)
        #expect(collection.accessRightsInformation(forClientAuthorizationKey: "k1").count == 2)
        let one = collection.accessRightsInformationClientAuthorizationKey("k2", on: a)
        #expect(one?.rights == .readAccessRight)
        #expect(collection.accessRightsInformationClientAuthorizationKey("k3", on: a) == nil)
    }

    @Test("The names in a request determine its level")
    func options() {
        func level(_ channels: [any PNChannelProtocol], _ keys: [String] = []) -> PNAccessRightsLevel {
            PNAccessRightOptions(
                applicationKey: "s",
                rights: .readAccessRight,
                channels: channels,
                clientsAuthorizationKeys: keys
            ).level
        }
        #expect(level([]) == .applicationAccessRightsLevel)
        #expect(level([a]) == .channelAccessRightsLevel)
        #expect(level([group, namespace]) == .channelGroupAccessRightsLevel)
        #expect(level([a], ["k"]) == .userAccessRightsLevel)
        let options = PNAccessRightOptions(applicationKey: "s", rights: .allAccessRights)
        #expect(options.isEnablingReadAccessRight() && options.isEnablingWriteAccessRight())
        #expect(options.isEnablingAllAccessRights() && !options.isRevokingAccessRights())
        #expect(PNAccessRightOptions(applicationKey: "s", rights: .noAccessRights).isRevokingAccessRights())
    }

    @Test("No description shows an authorization key")
    func descriptions() {
        let key = "authorization-key-of-somebody"
        let options = PNAccessRightOptions(
            applicationKey: "s",
            rights: .readAccessRight,
            channels: [a],
            clientsAuthorizationKeys: [key]
        )
        let collection = PNAccessRightsCollection(level: .userAccessRightsLevel, information: [item([], a, key)])
        #expect(!"\(options) \(collection)".contains(key))
    }
}

/// The deprecated property, called without a warning.
private protocol HavingChannel {
    var channel: PNChannel? { get }
}

extension PNAccessRightsInformation: HavingChannel {}
