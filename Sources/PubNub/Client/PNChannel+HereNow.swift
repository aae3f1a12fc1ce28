import PubNubCore

extension PNChannel {
    /// Stores a complete list of participants.
    ///
    /// - Parameters:
    ///   - participants: The clients with an identifier; empty if identifiers were not requested.
    ///   - occupancy: The number of all clients.
    ///   - anonymous: The number of clients to list without an identifier.
    ///   - date: The time of the response.
    func update(participants: [HereNowPage.Participant], occupancy: UInt, anonymous: UInt = 0, at date: PNDate) {
        state.update { values in
            values.presenceDate = date
            values.participants = [:]
            for participant in participants { values.add(participant.identifier, state: participant.state) }
            values.anonymous = anonymous
            values.occupancy = occupancy
        }
    }
}
