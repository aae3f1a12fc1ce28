package import PubNub

/// Channel groups and namespaces.
extension IntegrationClient {
    package func add(_ names: [String], to group: PNChannelGroup) async throws {
        try await call("add channels") { finish in
            pubnub.addChannels(PNChannel.channels(withNames: names), to: group) { _, _, error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    package func remove(_ names: [String], from group: PNChannelGroup) async throws {
        try await call("remove channels") { finish in
            pubnub.removeChannels(PNChannel.channels(withNames: names), from: group) { _, _, error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }

    package func remove(_ group: PNChannelGroup) async throws {
        try await call("remove group") { finish in
            pubnub.remove(group) { _, error in finish(error.map { .failure($0) } ?? .success(())) }
        }
    }

    /// The names of a group's channels.
    package func channels(of group: PNChannelGroup) async throws -> [String] {
        try await call("channels of group") { finish in
            pubnub.requestChannels(for: group) { group, error in
                finish(error.map { .failure($0) } ?? .success(group?.channels.map(\.name) ?? []))
            }
        }
    }

    /// The groups of a namespace; by default, those without a namespace.
    package func groups(of namespace: String? = nil) async throws -> [PNChannelGroup] {
        try await call("groups") { finish in
            pubnub.requestChannelGroups(forNamespace: namespace) { _, groups, error in
                finish(error.map { .failure($0) } ?? .success(groups ?? []))
            }
        }
    }

    package func namespaces() async throws -> [String] {
        try await call("namespaces") { finish in
            pubnub.requestChannelGroupNamespaces { names, error in
                finish(error.map { .failure($0) } ?? .success(names ?? []))
            }
        }
    }

    package func removeNamespace(_ name: String) async throws {
        try await call("remove namespace") { finish in
            pubnub.removeChannelGroupNamespace(name) { _, error in
                finish(error.map { .failure($0) } ?? .success(()))
            }
        }
    }
}
