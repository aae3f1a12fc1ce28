import Foundation
import PubNub

extension PNError {
    /// Whether the network is to blame, so that the same may work later.
    var isNetworkTrouble: Bool {
        // 101 to 110: connecting, connections lost, requests that could not be sent or were not answered in time.
        (101...110).contains(code)
    }
}
