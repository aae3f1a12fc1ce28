import Foundation
import Testing

@testable import PubNub

/// 2.1 and the table of socket conditions in 7.6
@Suite("Transport failures as errors")
struct TransportFailureErrorTests {
    @Test(
        "Code in each phase",
        arguments: [
            (TransportFailure.nameNotResolved, 102, 103, 107), (.unreachable, 102, 103, 107),
            (.connectTimedOut, 106, 106, 106), (.socket("x"), 106, 106, 106), (.reset, 105, 105, 105),
            (.closed, 105, 105, 105), (.tls(reason: "x"), 104, 104, 104), (.cancelled, 108, 108, 108),
            (.badEncoding, 142, 142, 142), (.tooLarge, 143, 143, 143), (.setup("x"), 144, 144, 144),
        ]
    )
    func codes(failure: TransportFailure, connecting: Int, connected: Int, requesting: Int) {
        #expect(failure.error(in: .connecting).code == connecting)
        #expect(failure.error(in: .connected).code == connected)
        #expect(failure.error(in: .requesting).code == requesting)
        #expect(failure.error(in: .requesting).underlyingError as? TransportFailure == failure)
    }
}
