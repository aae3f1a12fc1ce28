package import Foundation
package import PubNub
import PubNubCore

extension PubNub {
    /// Creates a client for tests with a real origin: connecting has no time limit that a slow machine reaches, and pauses before
    /// requests that are sent again are short. The configuration sets the other limits.
    ///
    /// - Parameters:
    ///   - configuration: The configuration of the client.
    ///   - delegate: The delegate; nil by default.
    ///   - transport: The transport; by default the one that all clients of the process share.
    ///   - timers: The timers; by default those of any client.
    ///   - now: Returns the date; the system's clock by default.
    /// - Returns: The client, which is not connected.
    package static func patient(
        _ configuration: PNConfiguration,
        delegate: (any PNDelegate)? = nil,
        transport: any Transport = CurlTransport.shared,
        timers: any Timers = DispatchTimers(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) -> PubNub {
        PubNub(
            configuration: configuration,
            delegate: delegate,
            transport: PatientTransport(transport),
            timers: PatientTimers(timers),
            seed: .random(in: .min ... .max),
            now: now
        )
    }
}
