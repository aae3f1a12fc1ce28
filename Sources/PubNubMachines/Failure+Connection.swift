extension Failure {
    package static let probeTimedOut = Failure.noNetwork(code: ErrorCode.connectionFailedWithoutNetwork)

    /// A request that found no network.
    package static func noNetwork(code: Int) -> Failure {
        var failure = Failure(.unreachable, code: code)
        failure.showsNoNetwork = true
        return failure
    }

    /// The failure as `connectionDidFailWithError` reports it: 102 where the network is to blame (wire reference 7.6).
    package var whileConnecting: Failure {
        reported(networkCode: ErrorCode.connectionFailedWithoutNetwork)
    }

    /// The failure as `didDisconnectFromOrigin:withError:` reports it: 103 where the network is to blame.
    package var whileConnected: Failure {
        reported(networkCode: ErrorCode.connectionLostWithNetwork)
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
