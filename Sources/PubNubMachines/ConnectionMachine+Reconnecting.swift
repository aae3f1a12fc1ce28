/// The return of the service, and the decision whether the client reconnects.
extension ConnectionMachine {
    /// The delegate's decision that the client must not reconnect.
    enum Refusal: Sendable, Equatable {
        /// The service could not be reached: the delegate is asked again once it can.
        case whileAway
        /// The service could be reached: the delegate is asked again after the service was away and is back.
        case whileReachable
    }

    /// Whether the delegate refused to reconnect to a service that can be reached, so that the client asks again only
    /// after a loss.
    package var isDeclined: Bool { refusal == .whileReachable }

    /// Whether a call to connect waits for the connection for another configuration, or has waited for it, so that the call
    /// ends with it. The application had received the end of the former connection and not the beginning of this one.
    func joinsReconfiguration(knowing known: UInt64?) -> Bool {
        guard isForConfiguration else { return false }
        return switch state {
        case .connecting, .reconfiguring: true
        case .connected, .checking: known.map { reconfigurations > $0 } ?? false
        case .idle, .asking, .waiting, .probing, .suspended: false
        }
    }

    /// The service can be reached again: the client connects, unless the delegate has refused and has to be asked.
    mutating func reached(attempt: Int, into actions: inout ClientActions) {
        switch refusal {
        case nil: reconnect(into: &actions)
        case .whileAway:
            refusal = .whileReachable
            state = .asking(attempt: attempt)
            actions.append(.ask(.reconnect))
        case .whileReachable: wait(attempt: attempt + 1, into: &actions)
        }
    }

    private mutating func reconnect(into actions: inout ClientActions) {
        state = .connected
        isForConfiguration = false
        isAwaitingNetwork = false
        refusal = nil
        actions.append(.reportConnection(.willConnect))
        actions.append(.reportConnection(.didConnect))
        actions.append(.forward(.open))
    }

    /// The delegate or the configuration decided whether the client reconnects.
    ///
    /// - Parameters:
    ///   - shouldReconnect: The decision.
    ///   - isFinal: Whether a refusal is never asked about again, because the configuration decided.
    ///   - actions: Receives the resulting actions, in order.
    mutating func reconnectAnswered(_ shouldReconnect: Bool, isFinal: Bool, into actions: inout ClientActions) {
        guard case .asking(let attempt) = state else { return }
        guard shouldReconnect else {
            // The leave of an earlier keyset continues while the client tries to connect, and ends with that.
            actions.append(.forward(.interruptSubscription))
            guard !isFinal else {
                refusal = nil
                return state = .idle
            }
            if refusal == nil { refusal = .whileAway }
            return wait(attempt: attempt, into: &actions)
        }
        // With a refusal the question was asked because the service can be reached.
        guard refusal == nil else { return reconnect(into: &actions) }
        wait(attempt: attempt, into: &actions)
    }

    /// The first connect failed, and so do the calls that waited for it. Further attempts need permission.
    ///
    /// - Parameters:
    ///   - failure: The failure of the time request.
    ///   - code: The code of the calls that waited.
    ///   - attempt: The number of the next attempt.
    ///   - actions: Receives the resulting actions, in order.
    mutating func connectionFailed(
        _ failure: Failure,
        closing code: Int,
        attempt: Int,
        into actions: inout ClientActions
    ) {
        isAwaitingNetwork = false
        state = .asking(attempt: attempt)
        actions.append(.forward(.close(code: code)))
        actions.append(.reportConnection(.connectionFailed(failure.whileConnecting)))
        actions.append(.ask(.reconnect))
    }
}
