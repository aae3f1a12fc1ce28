import PubNub

/// The library's calls about channel groups as async functions that throw the `PNError` of a failure.
extension PubNub {
    /// The groups of a namespace; nil is the global one.
    func groups(in namespace: String?) async throws -> [PNChannelGroup] {
        try await answer { once in
            requestChannelGroups(forNamespace: namespace) { _, groups, error in once.resume(groups, error) }
        }
    }

    func namespaces() async throws -> [String] {
        try await answer { once in
            requestChannelGroupNamespaces { names, error in once.resume(names, error) }
        }
    }

    func deleteNamespace(_ name: String) async throws {
        _ = try await answer { (once: Once<String>) in
            removeChannelGroupNamespace(name) { name, error in once.resume(name, error) }
        }
    }

    func channels(of group: PNChannelGroup) async throws -> [PNChannel] {
        try await answer { once in
            requestChannels(for: group) { group, error in once.resume(group?.channels, error) }
        }
    }

    func add(_ channels: [PNChannel], to group: PNChannelGroup) async throws {
        _ = try await answer { (once: Once<[PNChannel]>) in
            addChannels(channels, to: group) { _, channels, error in once.resume(channels, error) }
        }
    }

    func remove(_ channels: [PNChannel], from group: PNChannelGroup) async throws {
        _ = try await answer { (once: Once<[PNChannel]>) in
            removeChannels(channels, from: group) { _, channels, error in once.resume(channels, error) }
        }
    }

    func delete(_ group: PNChannelGroup) async throws {
        _ = try await answer { (once: Once<PNChannelGroup>) in
            remove(group) { group, error in once.resume(group, error) }
        }
    }
}
