import PubNubWire

/// What the client learns about a channel.
extension PNChannel {
    /// Keeps the time token of the last thing received.
    func update(timetoken: Timetoken?) {
        state.update { $0.timetoken = timetoken }
    }

    /// Takes over one presence event.
    func update(with payload: PresencePayload) {
        let date = payload.timestamp.map { PNDate(timetoken: Timetoken(secondsOrTimetoken: UInt64(clamping: $0))) }
        state.update { values in
            values.presenceDate = date ?? values.presenceDate
            values.participants.formUnion(payload.joined)
            values.participants.subtract(payload.left)
            values.participants.subtract(payload.timedOut)
            if let identifier = payload.identifier {
                switch payload.action {
                case .join, .stateChange: values.participants.insert(identifier)
                case .leave, .timeout: values.participants.remove(identifier)
                case .interval, .changed: break
                }
            }
            values.occupancy = UInt(max(payload.occupancy ?? values.participants.count, 0))
        }
    }

    /// Takes over a complete list of who is here.
    func update(participants: [String], occupancy: UInt, at date: PNDate) {
        state.update { values in
            values.presenceDate = date
            values.participants = Set(participants)
            values.occupancy = occupancy
        }
    }
}
