import PubNub
import PubNubSupport

/// Clients for requests with their own configuration. They act as the user of the provider's client.
///
/// The most recent clients are retained, because the pages of a list are requested one after the other.
final class ConfiguredClients: Sendable {
    private static let limit = 4

    private let clients = Locked<[PubNub]>([])

    /// A client with a configuration, which sends calls as soon as it is connected.
    ///
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - provider: The client of the provider.
    /// - Returns: The client.
    /// - Throws: ``ChatError/wrongContentType(_:)`` if the configuration is for another keyset, whose data the store
    ///   does not hold.
    func client(with configuration: PNConfiguration, besides provider: PubNub) throws(ChatError) -> PubNub {
        guard configuration.subscriptionKey == provider.configuration().subscriptionKey else {
            throw .wrongContentType("the configuration of a request is for another keyset")
        }
        let userId = provider.clientIdentifier()
        let known = clients.withLock(\.self).first {
            $0.clientIdentifier() == userId && $0.configuration() == configuration
        }
        let client = known ?? PubNub.client(with: configuration)
        if known == nil {
            client.setClientIdentifier(userId)
            client.connect()
        }
        let former = clients.withLock { clients in
            let former = clients
            clients = Array(([client] + former.filter { $0 !== client }).prefix(Self.limit))
            return former
        }
        // A dropped client is released here, not under the lock.
        withExtendedLifetime(former) {}
        return client
    }

    /// Disconnects all of them.
    func close() {
        let ended = clients.withLock { clients in
            defer { clients = [] }
            return clients
        }
        for client in ended { client.disconnect() }
    }
}
