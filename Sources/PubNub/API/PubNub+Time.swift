import Foundation
import PubNubCore
import PubNubWire

/// The time of the service (3.7.8 README, "Timetoken").
extension PubNub {
    /// Requests the present time of the service, in units of 100 ns since 1970.
    ///
    /// - Parameter success: Called with the time, or with the error. Pass `nil`, the default, to ignore the result; the
    ///   delegate, observers and notifications receive it in any case.
    public func requestServerTimeToken(completionBlock success: PNClientTimeTokenReceivingCompleteBlock? = nil) {
        let completion = Completion(success.map(PNEvent.time.handler))
        face.inLine("time") { [face] position in
            face.submit(TimeEndpoints.time(), at: position) { result in
                face.emit(.time(result.map { NSNumber(value: $0.rawValue) }), completion: completion, ending: position)
            }
        }
    }
}
