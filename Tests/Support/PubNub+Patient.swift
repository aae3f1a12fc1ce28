package import Foundation
package import PubNub

extension PubNub {
    /// A client for which a slow machine is no failure, as long as its configuration agrees: connecting has no limit that
    /// one would reach.
    ///
    /// - Parameters:
    ///   - configuration: What it is made with.
    ///   - delegate: Told of everything; nil by default.
    ///   - transport: Its network; by default the one that all clients of the process share.
    ///   - timers: Its timers; by default those of any client.
    ///   - now: Where its date comes from; the system's clock by default.
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
