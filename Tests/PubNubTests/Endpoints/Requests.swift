import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

/// Requests of a client with the keys `pub` and `sub` and the identifier `me`.
enum Requests {
    /// The settings of that client.
    static let settings = RequestSettings(
        origin: "ps.pndsn.com",
        publishKey: "pub",
        subscribeKey: "sub",
        identifier: "me"
    )

    /// The time of signed requests.
    static let time = Date(timeIntervalSince1970: 1_418_652_694)

    /// The request of `call`.
    static func request<Value>(
        _ call: Call<Value>,
        _ change: (inout RequestSettings) -> Void = { _ in }
    ) -> TransportRequest {
        var settings = settings
        change(&settings)
        do throws(Failure) {
            return try RequestBuilder(settings, now: { time }).build(call, id: RequestID(rawValue: 7))
        } catch {
            Issue.record(error)
            return TransportRequest(id: RequestID(rawValue: 7), url: "")
        }
    }

    /// The URL of `call` without its origin.
    static func resource<Value>(
        _ call: Call<Value>,
        _ change: (inout RequestSettings) -> Void = { _ in }
    ) -> String {
        String(request(call, change).url.dropFirst("https://ps.pndsn.com".count))
    }
}
