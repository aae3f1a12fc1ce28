import PubNubCore
import PubNubMachines

/// The channel groups of the subscribe key.
public struct ChannelGroups: Sendable {
    let client: PubNubClient

    /// Returns the names of all groups.
    ///
    /// - Returns: The names.
    /// - Throws: ``PubNubError``.
    public func list() async throws(PubNubError) -> [String] {
        try await client.call { engine async throws(Failure) in try await engine.channelGroups() }
    }

    /// Returns the channels of a group.
    ///
    /// - Parameter group: The name of the group.
    /// - Returns: The names of its channels.
    /// - Throws: ``PubNubError``.
    public func channels(of group: String) async throws(PubNubError) -> [String] {
        try await client.call { engine async throws(Failure) in
            try await engine.channels(ofGroup: group)
        }
    }

    /// Adds channels to a group, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - channels: The channels: 1 to 200.
    ///   - group: The name of the group.
    /// - Throws: ``PubNubError``.
    public func add(_ channels: [String], to group: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in
            try await engine.addChannels(channels, toGroup: group)
        }
    }

    /// Removes channels from a group.
    ///
    /// - Parameters:
    ///   - channels: The channels.
    ///   - group: The name of the group.
    /// - Throws: ``PubNubError``.
    public func remove(_ channels: [String], from group: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in
            try await engine.removeChannels(channels, fromGroup: group)
        }
    }

    /// Deletes a group. Its channels remain.
    ///
    /// - Parameter group: The name of the group.
    /// - Throws: ``PubNubError``.
    public func delete(_ group: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in try await engine.removeGroup(group) }
    }
}

extension PubNubClient {
    /// The channel groups.
    public var groups: ChannelGroups { ChannelGroups(client: self) }
}
