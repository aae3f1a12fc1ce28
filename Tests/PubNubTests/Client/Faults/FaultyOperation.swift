import Foundation
import PubNubTestSupport
import Testing

@testable import PubNub

/// One operation of the client, and the report of its failure.
struct FaultyOperation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The channels that are subscribed before.
    var before = ["steady"]
    /// The beginning of its requests.
    let path: String
    let limit: Duration
    /// The event for the delegate and NotificationCenter, without the code.
    let reported: String
    let posted: String
    /// The objects of the error.
    let about: String
    let call: @Sendable (PubNub, @escaping (PNError?) -> Void) -> Void
    let observe: @Sendable (PNObservationCenter, @escaping (PNError?) -> Void) -> Void

    private static let service: Duration = .seconds(15)
    private static let subscription: Duration = .seconds(310)
    private static var channel: PNChannel { PNChannel(name: "a") }

    static let all = reading + presence + [publish, compressed] + subscribing

    private static let reading: [FaultyOperation] = [
        FaultyOperation(
            testDescription: "time",
            path: "/time/0",
            limit: service,
            reported: "timeTokenReceiveDidFail",
            posted: "DidFailTimeTokenReceive",
            about: "nothing",
            call: { client, block in client.requestServerTimeToken { block($1) } },
            observe: { center, block in center.addTimeTokenReceivingObserver("test") { block($1) } }
        ),
        FaultyOperation(
            testDescription: "history",
            path: Path.history + "a",
            limit: service,
            reported: "didFailHistoryDownload a",
            posted: "HistoryDownloadFailedWithError",
            about: "PNChannel(a)",
            call: { client, block in client.requestHistory(for: channel, from: nil) { block($4) } },
            observe: { center, block in center.addMessageHistoryProcessingObserver("test") { block($4) } }
        ),
        FaultyOperation(
            testDescription: "full history",
            path: Path.history + "a",
            limit: service,
            reported: "didFailHistoryDownload a",
            posted: "HistoryDownloadFailedWithError",
            about: "PNChannel(a)",
            call: { client, block in client.requestFullHistory(for: channel, withCompletionBlock: { block($4) }) },
            observe: { center, block in center.addMessageHistoryProcessingObserver("test") { block($4) } }
        ),
    ]

    private static let presence: [FaultyOperation] = [
        FaultyOperation(
            testDescription: "here now",
            path: Path.presence + "/channel/a?",
            limit: service,
            reported: "didFailParticipantsListDownload a",
            posted: "ParticipantsListDownloadFailedWithError",
            about: "[a]",
            call: { client, block in
                client.requestParticipantsList(for: [channel], withCompletionBlock: { block($2) })
            },
            observe: { center, block in center.addChannelParticipantsListProcessingObserver("test") { block($2) } }
        ),
        FaultyOperation(
            testDescription: "here now everywhere",
            path: Path.presence + "?",
            limit: service,
            reported: "didFailParticipantsListDownload ",
            posted: "ParticipantsListDownloadFailedWithError",
            about: "[]",
            call: { client, block in client.requestParticipantsList(completionBlock: { block($2) }) },
            observe: { center, block in center.addChannelParticipantsListProcessingObserver("test") { block($2) } }
        ),
        FaultyOperation(
            testDescription: "where now",
            path: Path.presence + "/uuid/u1",
            limit: service,
            reported: "didFailParticipantChannelsListDownload u1",
            posted: "ParticipantChannelsListDownloadFailedWithError",
            about: "u1",
            call: { client, block in client.requestParticipantChannelsList("u1") { block($2) } },
            observe: { center, block in
                center.addClientParticipantChannelsListDownloadObserver("test") { block($2) }
            }
        ),
        FaultyOperation(
            testDescription: "state",
            path: Path.presence + "/channel/a/uuid/u1?",
            limit: service,
            reported: "clientStateRetrieveDidFail",
            posted: "StateRetrieveDidFailWithError",
            about: "PNClient(u1 on a)",
            call: { client, block in client.requestClientState("u1", forObject: channel) { block($1) } },
            observe: { center, block in center.addClientStateRequestObserver("test") { block($1) } }
        ),
        FaultyOperation(
            testDescription: "state update",
            path: Path.presence + "/channel/a/uuid/u1/data",
            limit: service,
            reported: "clientStateUpdateDidFail",
            posted: "StateUpdateDidFailWithError",
            about: "PNClient(u1 on a)",
            call: { client, block in
                client.updateClientState("u1", state: ["k": "v"], forObject: channel) { block($1) }
            },
            observe: { center, block in center.addClientStateUpdateObserver("test") { block($1) } }
        ),
    ]

    private static let publish = publishing("publish", path: Path.publish + "a/0/1", isCompressed: false)
    private static let compressed = publishing("compressed publish", path: Path.publish + "a/0?", isCompressed: true)

    private static func publishing(_ name: String, path: String, isCompressed: Bool) -> FaultyOperation {
        FaultyOperation(
            testDescription: name,
            path: path,
            limit: service,
            reported: "didFailMessageSend",
            posted: "MessageSendingDidFail",
            about: "PNMessage(1 bytes on a)",
            call: { client, block in
                client.sendMessage(1, to: channel, compressed: isCompressed) { _, data in
                    if let error = data as? PNError { block(error) }
                }
            },
            observe: { center, block in
                center.addMessageProcessingObserver("test") { _, data in
                    if let error = data as? PNError { block(error) }
                }
            }
        )
    }

    private static let subscribing: [FaultyOperation] = [
        FaultyOperation(
            testDescription: "subscribe",
            path: Path.subscribe + "steady,a/0?tt=0",
            limit: subscription,
            reported: "subscriptionDidFail",
            posted: "SubscriptionDidFail",
            about: "[a]",
            call: { client, block in client.subscribe(on: [channel], withCompletionHandling: { block($2) }) },
            observe: { center, block in center.addClientChannelSubscriptionStateObserver("test") { block($2) } }
        ),
        FaultyOperation(
            testDescription: "unsubscribe",
            before: ["steady", "a"],
            path: Path.leave("a"),
            limit: service,
            reported: "unsubscriptionDidFail",
            posted: "UnsubscriptionDidFail",
            about: "[a]",
            call: { client, block in client.unsubscribe(from: [channel], withCompletionHandling: { block($1) }) },
            observe: { center, block in center.addClientChannelUnsubscriptionObserver("test") { block($1) } }
        ),
        FaultyOperation(
            testDescription: "presence on",
            path: Path.subscribe + "steady,a-pnpres/0?tt=0",
            limit: subscription,
            reported: "presenceEnablingDidFail",
            posted: "PresenceEnablingDidFail",
            about: "[a]",
            call: { client, block in
                client.enablePresenceObservation(for: [channel], withCompletionHandling: { block($1) })
            },
            observe: { center, block in center.addClientPresenceEnablingObserver("test") { block($1) } }
        ),
        FaultyOperation(
            testDescription: "presence off",
            before: ["steady", "a-pnpres"],
            path: Path.subscribe + "steady/0?tt=0",
            limit: subscription,
            reported: "presenceDisablingDidFail",
            posted: "PresenceDisablingDidFail",
            about: "[a]",
            call: { client, block in
                client.disablePresenceObservation(for: [channel], withCompletionHandling: { block($1) })
            },
            observe: { center, block in center.addClientPresenceDisablingObserver("test") { block($1) } }
        ),
    ]
}
