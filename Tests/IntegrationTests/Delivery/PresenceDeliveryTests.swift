import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, presence observation, presence events, here now and where now reach every receiver")
struct PresenceDeliveryTests {
    @Test(arguments: rows, DelegateMethods.allCases)
    func delivers(row: DeliveryRow, methods: DelegateMethods) async throws {
        try await row.check(methods)
    }

    static let rows = observing + asking

    private static func enabled(_ text: String, _ observed: String, isFailure: Bool = false) -> DeliveryEvent {
        isFailure
            ? DeliveryEvent(
                "pubnubClient(_:presenceObservationEnablingDidFailWithError:)",
                text,
                observers: .init("addClientPresenceEnablingObserver", observed),
                posts: kPNClientPresenceEnablingDidFailNotification
            )
            : DeliveryEvent(
                "pubnubClient(_:didEnablePresenceObservationOn:)",
                text,
                deprecated: [.init("pubnubClient(_:didEnablePresenceObservationOnChannels:)", text)],
                observers: .init("addClientPresenceEnablingObserver", observed),
                posts: kPNClientPresenceEnablingDidCompleteNotification
            )
    }

    private static func disabled(_ text: String, _ observed: String, isFailure: Bool = false) -> DeliveryEvent {
        isFailure
            ? DeliveryEvent(
                "pubnubClient(_:presenceObservationDisablingDidFailWithError:)",
                text,
                observers: .init("addClientPresenceDisablingObserver", observed),
                posts: kPNClientPresenceDisablingDidFailNotification
            )
            : DeliveryEvent(
                "pubnubClient(_:didDisablePresenceObservationOn:)",
                text,
                deprecated: [.init("pubnubClient(_:didDisablePresenceObservationOnChannels:)", text)],
                observers: .init("addClientPresenceDisablingObserver", observed),
                posts: kPNClientPresenceDisablingDidCompleteNotification
            )
    }

    private static let hall = PNChannel.channel(withName: "hall")

    private static func observe(_ scene: DeliveryScene) async throws {
        scene.pubnub.enablePresenceObservation(for: [hall])
        try await scene.until(kPNClientPresenceEnablingDidCompleteNotification)
    }

    private static func enter(_ scene: DeliveryScene) async throws {
        let guest = try await IntegrationClient.connected(scene.address, as: "guest")
        try await guest.subscribe("hall")
    }

    private static let observing = [
        DeliveryRow("enable presence", delivers: [enabled("[hall]", "[hall], nil")]) { scene in
            scene.pubnub.enablePresenceObservation(for: [hall], withCompletionHandling: scene.closure.objects)
        },
        DeliveryRow(
            "enable presence, forbidden",
            delivers: [enabled("122 about [hall]", "[hall], 122 about [hall]", isFailure: true)],
            after: { $0.refuse(.subscribe) },
            operate: { scene in
                scene.pubnub.enablePresenceObservation(for: [hall], withCompletionHandling: scene.closure.objects)
            }
        ),
        DeliveryRow(
            "disable presence",
            delivers: [disabled("[hall]", "[hall], nil")],
            after: { try await observe($0) },
            operate: { scene in
                scene.pubnub.disablePresenceObservation(for: [hall], withCompletionHandling: scene.closure.objects)
            }
        ),
        DeliveryRow(
            "disable presence, bad name",
            delivers: [disabled("117 about [a,b]", "[a,b], 117 about [a,b]", isFailure: true)]
        ) { scene in
            scene.pubnub.disablePresenceObservation(
                for: [PNChannel.channel(withName: "a,b")],
                withCompletionHandling: scene.closure.objects
            )
        },
        DeliveryRow(
            "somebody comes",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceive:)",
                    "join guest",
                    observers: .init("addPresenceEventObserver", "join guest"),
                    closure: .silent,
                    posts: kPNClientDidReceivePresenceEventNotification
                )
            ],
            after: { try await observe($0) },
            operate: { try await enter($0) }
        ),
    ]

    private static let asking = [
        DeliveryRow(
            "who is here",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceiveParticipants:for:)",
                    "hall has [guest], [hall]",
                    deprecated: [
                        .init("pubnubClient(_:didReceiveParticipantsLits:for:)", "[client guest], [hall]"),
                        .init("pubnubClient(_:didReceiveParticipantsList:for:)", "[client guest], hall"),
                        .init("pubnubClient(_:didReceiveParticipantsLits:for:)", "[client guest], hall"),
                    ],
                    observers: .init(
                        "addChannelParticipantsListProcessingObserver",
                        "hall has [guest], [hall], nil"
                    ),
                    posts: kPNClientDidReceiveParticipantsListNotification,
                    carrying: "hall has [guest]"
                )
            ],
            after: { try await enter($0) },
            operate: { scene in
                scene.pubnub.requestParticipantsList(for: [hall], withCompletionBlock: scene.closure.participants)
            }
        ),
        DeliveryRow(
            "who is here, forbidden",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didFailParticipantsListDownloadFor:withError:)",
                    "[hall], 122 about [hall]",
                    deprecated: [
                        .init("pubnubClient(_:didFailParticipantsListDownloadFor:withError:)", "hall, 122 about [hall]")
                    ],
                    observers: .init(
                        "addChannelParticipantsListProcessingObserver",
                        "nil, [hall], 122 about [hall]"
                    ),
                    posts: kPNClientParticipantsListDownloadFailedWithErrorNotification,
                    carrying: "122 about [hall]"
                )
            ],
            after: { $0.refuse(.hereNow) },
            operate: { scene in
                scene.pubnub.requestParticipantsList(for: [hall], withCompletionBlock: scene.closure.participants)
            }
        ),
        DeliveryRow(
            "where somebody is",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didReceiveParticipantChannelsList:forIdentifier:)",
                    "[hall], guest",
                    observers: .init("addClientParticipantChannelsListDownloadObserver", "guest, [hall], nil"),
                    posts: kPNClientDidReceiveParticipantChannelsListNotification,
                    carrying: "guest on [hall]"
                )
            ],
            after: { try await enter($0) },
            operate: { scene in
                scene.pubnub.requestParticipantChannelsList("guest", withCompletionBlock: scene.closure.places)
            }
        ),
        DeliveryRow(
            "where somebody is, forbidden",
            delivers: [
                DeliveryEvent(
                    "pubnubClient(_:didFailParticipantChannelsListDownloadForIdentifier:withError:)",
                    "guest, 122 about guest",
                    observers: .init(
                        "addClientParticipantChannelsListDownloadObserver",
                        "guest, nil, 122 about guest"
                    ),
                    posts: kPNClientParticipantChannelsListDownloadFailedWithErrorNotification,
                    carrying: "122 about guest"
                )
            ],
            after: { $0.refuse(.hereNow) },
            operate: { scene in
                scene.pubnub.requestParticipantChannelsList("guest", withCompletionBlock: scene.closure.places)
            }
        ),
    ]
}
