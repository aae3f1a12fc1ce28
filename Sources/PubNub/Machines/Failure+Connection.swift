extension Failure {
    static let probeTimedOut = Failure.noNetwork(code: kPNClientConnectionFailedOnInternetFailureError)

    /// A request that found no network.
    package static func noNetwork(code: Int) -> Failure {
        var failure = Failure(.unreachable, code: code)
        failure.showsNoNetwork = true
        return failure
    }

    /// The failure as `connectionDidFailWithError` reports it: 102 where the network is to blame (wire reference 7.6).
    var whileConnecting: Failure {
        reported(networkCode: kPNClientConnectionFailedOnInternetFailureError)
    }

    /// The failure as `didDisconnectFromOrigin:withError:` reports it: 103 where the network is to blame.
    var whileConnected: Failure {
        reported(networkCode: kPNClientConnectionClosedOnInternetFailureError)
    }

    private func reported(networkCode: Int) -> Failure {
        var copy = self
        switch kind {
        case .unreachable, .interrupted, .timedOut: copy.code = networkCode
        case .insecure, .forbidden, .refused, .malformed, .serverTrouble, .local: break
        }
        return copy
    }
}
