import Foundation
package import PubNub

extension IntegrationClient {
    /// Reads a part of a channel's history.
    package func history(
        _ channel: String,
        from start: PNDate? = nil,
        to end: PNDate? = nil,
        limit: UInt = 0,
        reversed: Bool = false,
        dated: Bool = false
    ) async throws -> [PNMessage] {
        try await call("history") { finish in
            pubnub.requestHistory(
                for: PNChannel.channel(withName: channel),
                from: start,
                to: end,
                limit: limit,
                reverseHistory: reversed,
                includingTimeToken: dated
            ) { messages, _, _, _, error in
                finish(error.map { .failure($0) } ?? .success(messages ?? []))
            }
        }
    }

    /// Reads a channel's full history; `progress` receives the number of messages so far, after each page.
    package func fullHistory(
        _ channel: String,
        dated: Bool = false,
        progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws -> [PNMessage] {
        try await call("full history") { finish in
            pubnub.requestFullHistory(
                for: PNChannel.channel(withName: channel),
                includingTimeToken: dated,
                progressBlock: progress
            ) { messages, _, _, _, error in
                finish(error.map { .failure($0) } ?? .success(messages ?? []))
            }
        }
    }
}
