import PubNub
import PubNubOrigin
import PubNubTestSupport
import Testing

@Suite("README: Event handling, who is told of presence: observing it, its events, who is here, where somebody is")
struct PresenceTold {
    @Test(arguments: rows, ToldListener.allCases)
    func told(row: ToldRow, listener: ToldListener) async throws {
        try await row.check(listener)
    }

    static let rows = observing + asking

    private static func enabled(_ said: String, _ observed: String, isFailure: Bool = false) -> ToldEvent {
        isFailure
            ? ToldEvent(
                "pubnubClient(_:presenceObservationEnablingDidFailWithError:)",
                said,
                observers: .init("addClientPresenceEnablingObserver", observed),
                posts: kPNClientPresenceEnablingDidFailNotification
            )
            : ToldEvent(
                "pubnubClient(_:didEnablePresenceObservationOn:)",
                said,
                superseded: [.init("pubnubClient(_:didEnablePresenceObservationOnChannels:)", said)],
                observers: .init("addClientPresenceEnablingObserver", observed),
                posts: kPNClientPresenceEnablingDidCompleteNotification
            )
    }

    private static func disabled(_ said: String, _ observed: String, isFailure: Bool = false) -> ToldEvent {
        isFailure
            ? ToldEvent(
                "pubnubClient(_:presenceObservationDisablingDidFailWithError:)",
                said,
                observers: .init("addClientPresenceDisablingObserver", observed),
                posts: kPNClientPresenceDisablingDidFailNotification
            )
            : ToldEvent(
                "pubnubClient(_:didDisablePresenceObservationOn:)",
                said,
                superseded: [.init("pubnubClient(_:didDisablePresenceObservationOnChannels:)", said)],
                observers: .init("addClientPresenceDisablingObserver", observed),
                posts: kPNClientPresenceDisablingDidCompleteNotification
            )
    }

    private static let hall = PNChannel.channel(withName: "hall")

    private static func observe(_ scene: ToldScene) async throws {
        scene.pubnub.enablePresenceObservation(for: [hall])
        try await scene.until(kPNClientPresenceEnablingDidCompleteNotification)
    }

    private static func enter(_ scene: ToldScene) async throws {
        let guest = try await IntegrationClient.connected(scene.address, as: "guest")
        try await guest.subscribe("hall")
    }

    private static let observing = [
        ToldRow("enable presence", tells: [enabled("[hall]", "[hall], nil")]) { scene in
            scene.pubnub.enablePresenceObservation(for: [hall], withCompletionHandling: scene.closure.objects)
        },
        ToldRow(
            "enable presence, forbidden",
            tells: [enabled("122 about [hall]", "[hall], 122 about [hall]", isFailure: true)],
            after: { $0.refuse(.subscribe) },
            operate: { scene in
                scene.pubnub.enablePresenceObservation(for: [hall], withCompletionHandling: scene.closure.objects)
            }
        ),
        ToldRow(
            "disable presence",
            tells: [disabled("[hall]", "[hall], nil")],
            after: { try await observe($0) },
            operate: { scene in
                scene.pubnub.disablePresenceObservation(for: [hall], withCompletionHandling: scene.closure.objects)
            }
        ),
        ToldRow(
            "disable presence, bad name",
            tells: [disabled("117 about [a,b]", "[a,b], 117 about [a,b]", isFailure: true)]
        ) { scene in
            scene.pubnub.disablePresenceObservation(
                for: [PNChannel.channel(withName: "a,b")],
                withCompletionHandling: scene.closure.objects
            )
        },
        ToldRow(
            "somebody comes",
            tells: [
                ToldEvent(
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
        ToldRow(
            "who is here",
            tells: [
                ToldEvent(
                    "pubnubClient(_:didReceiveParticipants:for:)",
                    "hall has [guest], [hall]",
                    superseded: [
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
        ToldRow(
            "who is here, forbidden",
            tells: [
                ToldEvent(
                    "pubnubClient(_:didFailParticipantsListDownloadFor:withError:)",
                    "[hall], 122 about [hall]",
                    superseded: [
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
        ToldRow(
            "where somebody is",
            tells: [
                ToldEvent(
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
        ToldRow(
            "where somebody is, forbidden",
            tells: [
                ToldEvent(
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
