import PubNub

/// The library's calls about channel groups as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// The groups of a namespace; `nil` stands for the global one.
    func groups(in namespace: String?) async throws -> [PNChannelGroup] {
        try await outcome { outcome in
            requestChannelGroups(forNamespace: namespace) { _, groups, error in outcome.end(groups, error) }
        }
    }

    func namespaces() async throws -> [String] {
        try await outcome { outcome in
            requestChannelGroupNamespaces { names, error in outcome.end(names, error) }
        }
    }

    func deleteNamespace(_ name: String) async throws {
        _ = try await outcome { (outcome: CallOutcome<String>) in
            removeChannelGroupNamespace(name) { name, error in outcome.end(name, error) }
        }
    }

    func channels(of group: PNChannelGroup) async throws -> [PNChannel] {
        try await outcome { outcome in
            requestChannels(for: group) { group, error in outcome.end(group?.channels, error) }
        }
    }

    func add(_ channels: [PNChannel], to group: PNChannelGroup) async throws {
        _ = try await outcome { (outcome: CallOutcome<[PNChannel]>) in
            addChannels(channels, to: group) { _, channels, error in outcome.end(channels, error) }
        }
    }

    func remove(_ channels: [PNChannel], from group: PNChannelGroup) async throws {
        _ = try await outcome { (outcome: CallOutcome<[PNChannel]>) in
            removeChannels(channels, from: group) { _, channels, error in outcome.end(channels, error) }
        }
    }

    func delete(_ group: PNChannelGroup) async throws {
        _ = try await outcome { (outcome: CallOutcome<PNChannelGroup>) in
            remove(group) { group, error in outcome.end(group, error) }
        }
    }
}
