import Testing

@testable import PubNub

/// A call, its request, and the reports of its end by delegate, observer, closure and notification.
struct FourWaysOperation: Sendable, CustomTestStringConvertible {
    let name: String
    /// Makes the call with a closure that records its arguments.
    let call: @Sendable (PubNub, FourWays) -> Void
    /// Path and query of the request, without the parts that vary.
    let request: String
    /// The body of a good response.
    let answer: String
    let success: Report
    /// The report of a failure, with `#` for the code of the error.
    let failure: Report

    struct Report: Sendable {
        let delegate: String
        /// The arguments of observer and closure.
        let arguments: String
        let notification: String

        init(_ delegate: String, _ arguments: String, _ notification: String) {
            self.delegate = delegate
            self.arguments = arguments
            self.notification = notification
        }

        /// The four reports in their order.
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
            success: Report(
                "didReceiveParticipantChannelsList:forIdentifier",
                "you a,b nil",
                "DidReceiveParticipantChannelsList"
            ),
            failure: Report(
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
            success: Report("didReceiveClientState", "you nil", "DidReceiveClientState"),
            failure: Report("clientStateRetrieveDidFailWithError", "you #", "StateRetrieveDidFailWithError")
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
            success: Report("didUpdateClientState", "you nil", "DidUpdateClientState"),
            failure: Report("clientStateUpdateDidFailWithError", "you #", "StateUpdateDidFailWithError")
        ),
    ]
}
