import PubNubCore
import PubNubMachines

/// The clients that are present on a channel.
public struct Occupancy: Sendable, Hashable {
    /// How many clients are present.
    public let count: Int
    /// The clients that the service names.
    public let users: [Occupant]
}

/// A client that is present on a channel.
public struct Occupant: Sendable, Hashable {
    /// The identifier of the client.
    public let userID: String
    /// Its state; `nil` if it has none, or it was not requested.
    public let state: JSON?
}

/// Presence and state.
extension PubNubClient {
    /// Returns the clients that are present on channels.
    ///
    /// - Parameters:
    ///   - channels: The channels; with neither channels nor groups, all channels of the subscribe key.
    ///   - groups: Groups, whose channels are included; none by default.
    ///   - includesState: Whether clients come with their states; `false` by default.
    /// - Returns: Those present on each channel on which there is a client.
    /// - Throws: ``PubNubError``.
    public func hereNow(
        _ channels: [String] = [],
        groups: [String] = [],
        includesState: Bool = false
    ) async throws(PubNubError) -> [String: Occupancy] {
        let page = try await call { engine async throws(Failure) in
            try await engine.hereNow(channels, groups: groups, includesState: includesState)
        }
        return page.channels.mapValues { channel in
            let users = channel.participants.map { Occupant(userID: $0.identifier, state: $0.state) }
            return Occupancy(count: channel.occupancy, users: users)
        }
    }

    /// Returns the channels on which a client is present.
    ///
    /// - Parameter userID: The identifier of the client.
    /// - Returns: The channels.
    /// - Throws: ``PubNubError``.
    public func whereNow(_ userID: String) async throws(PubNubError) -> [String] {
        try await call { engine async throws(Failure) in try await engine.whereNow(userID) }
    }

    /// Returns the state of a client on channels.
    ///
    /// - Parameters:
    ///   - userID: The identifier of the client.
    ///   - channels: The channels, each of which is one request.
    /// - Returns: The state on each of the channels; an empty object for none.
    /// - Throws: ``PubNubError``.
    public func state(of userID: String, on channels: [String]) async throws(PubNubError) -> [String: JSON] {
        var states: [String: JSON] = [:]
        for channel in channels {
            states[channel] = try await call { engine async throws(Failure) in
                try await engine.state(of: userID, on: channel)
            }
        }
        return states
    }

    /// Replaces the state of this client on channels. While the client is subscribed to a channel, its state stays there.
    ///
    /// - Parameters:
    ///   - state: A value that encodes to an object of strings, numbers and booleans.
    ///   - channels: The channels, each of which is one request.
    /// - Throws: ``PubNubError``.
    public func setState(_ state: some Encodable & Sendable, on channels: [String]) async throws(PubNubError) {
        let state = try Self.json(of: state)
        try begin()
        try await engine.compositeCall { () async throws(PubNubError) in
            for channel in channels {
                try await call(isContinuation: true) { engine async throws(Failure) in
                    try await engine.setState(state, on: channel)
                }
            }
        }
    }
}
