import Foundation
import PubNub
import PubNubSupport
import PubNubOrigin
import PubNubTestSupport
import Testing

/// The samples of the guide to 3.7.8, run unchanged against a server in the process.
///
/// Samples that create their own client are not run: the client is released when their function returns, and two of them
/// name the origin of the service.
@Suite struct PortedSampleRuns {
    /// A sample, and the notifications of its client.
    struct Run {
        let name: String
        let call: @Sendable (PortedSamples) -> Void
        /// The notifications for the ends of its calls, each as often as it is posted.
        let ends: [String]
        /// Whether the client is connected before the sample; some samples connect by themselves.
        var isConnected = true
        /// A group that already has channels: the sample subscribes to both, and the service refuses an empty group.
        var group: PNChannelGroup?
        /// Whether the client has the expected state after the sample.
        var holds: @Sendable (PubNub) -> Bool = { _ in true }
    }

    /// The notifications of one client, by name.
    final class Posted {
        private final class Counts: Sendable {
            let byName = Locked<[String: Int]>([:])
        }

        private let counts = Counts()
        private let observer: any NSObjectProtocol

        init(by client: PubNub) {
            observer = NotificationCenter.default.addObserver(forName: nil, object: client, queue: nil) { [counts] in
                let name = $0.name.rawValue
                counts.byName.withLock { $0[name, default: 0] += 1 }
            }
        }

        deinit {
            NotificationCenter.default.removeObserver(observer)
        }

        /// Whether each name has been posted as often as it is in the list.
        func includes(_ expected: [String]) -> Bool {
            let posted = counts.byName.withLock { $0 }
            return Dictionary(expected.map { ($0, 1) }, uniquingKeysWith: +).allSatisfy { posted[$0.key] == $0.value }
        }

        var text: String { counts.byName.withLock { "\($0)" } }
    }

    static let runs = [
        Run(name: "dates", call: { $0.dates() }, ends: [kPNClientDidReceiveMessagesHistoryNotification]),
        Run(
            name: "configuring",
            call: { $0.configuring() },
            ends: [],
            holds: { $0.clientIdentifier() == "moonlight" && $0.configuration().cipherKey == "myCipherKey" }
        ),
        Run(name: "connectionState", call: { $0.connectionState() }, ends: [], holds: { $0.isConnected() }),
        Run(
            name: "connecting",
            call: { $0.connecting() },
            ends: [kPNClientWillConnectToOriginNotification, kPNClientDidConnectToOriginNotification],
            isConnected: false,
            holds: { $0.isConnected() && $0.clientIdentifier() == "test_user" }
        ),
        Run(
            name: "subscribingToAGroup",
            call: { $0.subscribingToAGroup() },
            ends: [kPNClientGroupChannelsAdditionCompleteNotification, kPNClientSubscriptionDidCompleteNotification],
            group: PNChannelGroup(name: "development", inNamespace: "news-feed"),
            holds: { $0.subscribedChannels().map(\.name) == ["news-feed:development"] }
        ),
        // The sample names a channel with a slash, which the guide itself reserves.
        Run(name: "unsubscribing", call: { $0.unsubscribing() }, ends: [kPNClientUnsubscriptionDidFailNotification]),
        Run(
            name: "presence",
            call: { $0.presence() },
            ends: [
                kPNClientDidReceiveParticipantsListNotification, kPNClientDidReceiveParticipantChannelsListNotification,
            ]
        ),
        Run(
            name: "state",
            call: { $0.state() },
            ends: [
                kPNClientDidConnectToOriginNotification, kPNClientSubscriptionDidCompleteNotification,
                kPNClientSubscriptionDidCompleteNotification,
            ],
            isConnected: false,
            holds: { client in
                client.clientIdentifier() == "SimpleSubscribe"
                    && client.subscribedChannels().map(\.name) == ["zz", "events:wwdc"]
            }
        ),
        Run(
            name: "stateAfterwards",
            call: { $0.stateAfterwards() },
            ends: [kPNClientSubscriptionDidCompleteNotification, kPNClientDidUpdateClientStateNotification]
        ),
        Run(name: "time", call: { $0.time() }, ends: [kPNClientDidReceiveTimeTokenNotification]),
        Run(
            name: "sendingAgain",
            call: { $0.sendingAgain() },
            ends: [kPNClientWillSendMessageNotification, kPNClientDidSendMessageNotification]
        ),
        Run(
            name: "sendingMore",
            call: { $0.sendingMore() },
            ends: Array(repeating: kPNClientDidSendMessageNotification, count: 2)
        ),
        Run(
            name: "history",
            call: {
                $0.history(
                    PNChannel.channel(withName: "iosdev"),
                    PNDate(date: Date(timeIntervalSinceNow: -60)),
                    PNDate(date: Date())
                )
            },
            ends: Array(repeating: kPNClientDidReceiveMessagesHistoryNotification, count: 5)
        ),
        Run(
            name: "groups",
            call: { $0.groups() },
            ends: [
                kPNClientChannelGroupsRequestCompleteNotification, kPNClientChannelsForGroupRequestCompleteNotification,
                kPNClientChannelsForGroupRequestCompleteNotification,
                kPNClientGroupChannelsAdditionCompleteNotification,
            ]
        ),
    ]

    @Test("Each sample of the guide that uses the client of its class ends as the guide says")
    func outcomes() async {
        await #expect(processExitsWith: .success) {
            let server = OriginServer(configuration: OriginConfiguration())
            let address = try await server.start()
            var defaults = PNDefaultConfiguration()
            defaults.originHost = "\(address.host):\(address.port)"
            defaults.secureConnectionRequired = false
            // A slow machine must not fail the test.
            defaults.nonSubscriptionRequestTimeout = 3_600
            #expect(PNDefaultConfiguration.use(defaults))
            for run in PortedSampleRuns.runs {
                let samples = PortedSamples()
                if run.isConnected {
                    samples.pubNub.connect()
                    let isConnected = await eventually { samples.pubNub.isConnected() }
                    #expect(isConnected, "\(run.name)")
                }
                if let group = run.group {
                    let isAdded = Posted(by: samples.pubNub)
                    samples.pubNub.addChannels(PNChannel.channels(withNames: ["swift"]), to: group)
                    let hasChannels = await eventually {
                        isAdded.includes([kPNClientGroupChannelsAdditionCompleteNotification])
                    }
                    #expect(hasChannels, "\(run.name)")
                }
                let posted = Posted(by: samples.pubNub)
                run.call(samples)
                let isDone = await eventually {
                    posted.includes(run.ends) && run.holds(samples.pubNub)
                }
                #expect(isDone, "\(run.name): \(posted.text)")
                samples.pubNub.disconnect()
            }
            await server.stop(abruptly: true)
        }
    }
}
