import Testing

@testable import PubNub

/// A call, what it asks for, and what its end looks like in each of the four ways.
struct FourWaysOperation: Sendable, CustomTestStringConvertible {
    let name: String
    /// Makes the call with a closure that writes down its arguments.
    let call: @Sendable (PubNub, FourWays) -> Void
    /// Path and query of the request, without what changes from time to time.
    let request: String
    /// The body of a good answer.
    let answer: String
    let success: Told
    /// With `#` for the code of the error.
    let failure: Told

    struct Told: Sendable {
        let delegate: String
        /// What observer and closure are given.
        let arguments: String
        let notification: String

        init(_ delegate: String, _ arguments: String, _ notification: String) {
            self.delegate = delegate
            self.arguments = arguments
            self.notification = notification
        }

        /// The four ways in their order.
        var lines: [String] { [delegate, arguments, "closure \(arguments)", notification] }

        func lines(code: Int) -> [String] {
            lines.map { $0.replacing("#", with: "\(code)") }.enumerated().map { $0 == 3 ? "\($1) \(code)" : $1 }
        }
    }

    var testDescription: String { name }
}

extension FourWaysOperation {
    static let all = presence + registry + push + rights

    static let presence = [
        Self(
            name: "where now",
            call: { client, ways in
                client.requestParticipantChannelsList("you") { ways.closure($0, $1, $2) }
            },
            request: "/v2/presence/sub-key/sub/uuid/you?uuid=me",
            answer: #"{"status":200,"message":"OK","payload":{"channels":["a","b"]},"service":"Presence"}"#,
            success: Told(
                "didReceiveParticipantChannelsList:forIdentifier",
                "you a,b nil",
                "DidReceiveParticipantChannelsList"
            ),
            failure: Told(
                "didFailParticipantChannelsListDownloadForIdentifier:withError",
                "you nil #",
                "ParticipantChannelsListDownloadFailedWithError"
            )
        ),
        Self(
            name: "state",
            call: { client, ways in
                client.requestClientState("you", forObject: PNChannel(name: "a")) { ways.closure($0, $1) }
            },
            request: "/v2/presence/sub-key/sub/channel/a/uuid/you?uuid=me",
            answer: #"{"status":200,"uuid":"you","service":"Presence","message":"OK","payload":{"k":1},"channel":"a"}"#,
            success: Told("didReceiveClientState", "you nil", "DidReceiveClientState"),
            failure: Told("clientStateRetrieveDidFailWithError", "you #", "StateRetrieveDidFailWithError")
        ),
        Self(
            name: "state update",
            call: { client, ways in
                client.updateClientState("you", state: ["k": 1], forObject: PNChannel(name: "a")) {
                    ways.closure($0, $1)
                }
            },
            request: "/v2/presence/sub-key/sub/channel/a/uuid/you/data?state=%7B%22k%22%3A1%7D&uuid=me",
            answer: #"{"status":200,"message":"OK","payload":{"k":1},"service":"Presence"}"#,
            success: Told("didUpdateClientState", "you nil", "DidUpdateClientState"),
            failure: Told("clientStateUpdateDidFailWithError", "you #", "StateUpdateDidFailWithError")
        ),
    ]
}
