import PubNubSupport
import PubNubMachines

/// Connecting and disconnecting for tasks.
extension ClientEngine {
    /// The identifier of the client.
    package var identifier: String { read { $0.identifier } }

    /// Connects, after the calls before it, unless the client is connected or connecting.
    package func connect() {
        inLine("connect", as: .control) { [self] position in
            if let failure = position.refusal ?? settingsFault {
                delegate?.failed(failure)
            } else {
                connect(begun: {}, refused: {})
            }
            leave(position)
        }
    }

    /// Disconnects, and returns when the connections that no other client uses are closed.
    package func close() async {
        disconnect()
        cancelTransfers()
        await withHandover(of: Void.self, throwing: Never.self) { handover in
            apply { state in
                // After the requests have been cancelled.
                state.batch.run { [transport, number] in
                    transport.clientEnded(number) { handover.resume(returning: ()) }
                }
            }
        }
    }

    /// Disconnects, after the calls before it.
    package func disconnect() {
        inLine("disconnect", as: .ending) { [self] position in
            guard position.refusal == nil else { return }
            disconnect(holding: self) { _ in }
            leave(position)
        }
    }
}
