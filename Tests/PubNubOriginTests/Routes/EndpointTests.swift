import PubNubWire
import Testing

@testable import PubNubOrigin

@Suite("The rows of the endpoints")
struct EndpointTests {
    private static let families: [(FaultFamily, Set<Route>)] = [
        (.time, [.time]), (.publish, [.publish, .publishCompressed, .signal, .filePublish, .filePublishBody]),
        (.subscribe, [.subscribe, .subscribeV2]), (.leave, [.leave]), (.heartbeat, [.heartbeat]),
        (.history, [.history, .batchHistory, .historyWithActions, .messageCounts, .historyDeletion]),
        (.messageActions, [.messageActions, .messageActionAddition, .messageActionRemoval]),
        (.hereNow, [.hereNow, .hereNowGlobal, .whereNow]), (.state, [.state, .stateUpdate]),
        (
            .registry,
            [
                .channelGroups, .namespaceGroups, .namespaces, .namespaceRemoval, .groupChannels,
                .namespaceGroupChannels, .groupRemoval, .namespaceGroupRemoval,
            ]
        ),
        (.push, [.pushChannels, .pushRemoval, .pushChannelsV2, .pushRemovalV2]),
        (.accessManager, [.grant, .audit, .grantV2, .auditV2, .tokenGrant, .tokenRevocation]),
        (
            .objects,
            [
                .users, .user, .userChange, .userRemoval, .channels, .channel, .channelChange, .channelRemoval,
                .memberships, .membershipsChange, .members, .membersChange,
            ]
        ),
        (.files, [.fileUploadAddress, .fileUpload, .files, .fileDownload, .fileContent, .fileRemoval]),
    ]

    @Test("A fault of a family meets its routes and no others")
    func family() {
        for (family, routes) in Self.families {
            #expect(Set(Route.allCases.filter { $0.endpoint.family == family }) == routes, "\(family)")
        }
    }

    @Test("A log holds calls of these routes only; a call of any other has no effect there")
    func changes() {
        let changing: Set<Route> = [
            .messageActionAddition, .messageActionRemoval, .historyDeletion, .stateUpdate, .namespaceRemoval,
            .groupChannels, .namespaceGroupChannels, .groupRemoval, .namespaceGroupRemoval, .pushChannels,
            .pushChannelsV2, .pushRemoval, .pushRemovalV2, .grant, .grantV2, .tokenRevocation, .userChange,
            .userRemoval, .channelChange, .channelRemoval, .membershipsChange, .membersChange,
        ]
        #expect(Set(Route.allCases.filter { $0.endpoint.change != nil }) == changing)
        #expect(
            Set(Route.allCases.filter { $0.endpoint.weight != nil }) == [.userChange, .userRemoval, .channelRemoval]
        )
    }

    @Test("HEAD is served where GET only reads, and nowhere else")
    func heads() {
        for route in Route.allCases {
            let reads =
                switch route.endpoint.kind {
                case .read, .storedRead, .list: true
                case .files(let operation): [.list, .download, .content].contains(operation)
                case .machine: [.time, .hereNow, .hereNowGlobal, .whereNow].contains(route)
                case .publication, .subscription, .change, .readOrChange: false
                }
            #expect(route.servesHead == reads && (!reads || route.row.verb == .get), "\(route)")
        }
    }

    @Test("Messages count for the rate of messages, and the form of an upload and the time need no keyset")
    func keysAndRates() {
        let publishing: Set<Route> = [.publish, .publishCompressed, .signal, .filePublish, .filePublishBody]
        #expect(Set(Route.allCases.filter { $0.endpoint.quota == .messagesPerSecond }) == publishing)
        #expect(Set(Route.allCases.filter { $0.endpoint.keys == .unchecked }) == [.time, .fileUpload])
        #expect(
            Set(Route.allCases.filter { $0.endpoint.givesStates }) == [.subscribe, .subscribeV2, .heartbeat]
        )
        #expect(
            Set(Route.allCases.filter { $0.endpoint.token != .use })
                == [.time, .grant, .grantV2, .audit, .auditV2, .tokenGrant, .tokenRevocation]
        )
    }
}
