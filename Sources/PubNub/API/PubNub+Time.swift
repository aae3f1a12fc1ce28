import Foundation
import PubNubWire

/// The time of the service (README "Timetoken").
extension PubNub {
    /// Asks for the present time of the service, in units of 100 ns since 1970.
    ///
    /// - Parameter success: Called with the time, or with the error. nil, the default, when nobody waits for it; the
    ///   delegate, observers and notifications are told in any case.
    public func requestServerTimeToken(completionBlock success: PNClientTimeTokenReceivingCompleteBlock? = nil) {
        let completion = engine.hub.completion(success.map(PNEvent.time.handler), for: .init("time"))
        engine.submit(TimeEndpoints.time()) { [engine] result in
            engine.emit(.time(result.map { NSNumber(value: $0.rawValue) }), completion: completion)
        }
    }
}
