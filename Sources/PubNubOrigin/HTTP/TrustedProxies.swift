/// The proxies of ``OriginProxies`` in the form in which the server looks addresses up.
package final class TrustedProxies: Sendable {
    /// The header in which they name a client; nil if none counts.
    let header: OriginProxies.Header?
    /// Whether each connection begins with the header of the PROXY protocol.
    let usesProxyProtocol: Bool
    private let ranges: [AddressRange]

    /// - Parameter settings: The settings.
    /// - Throws: ``OriginError/invalidConfiguration(_:)`` if the list is empty or has an invalid address.
    package init(_ settings: OriginProxies) throws(OriginError) {
        guard !settings.addresses.isEmpty else {
            throw .invalidConfiguration(
                "the address of a client is taken only from proxies that are named: name their addresses"
            )
        }
        var ranges: [AddressRange] = []
        for text in settings.addresses {
            guard let range = AddressRange(text) else {
                throw .invalidConfiguration(
                    "'\(text)' is no address of a proxy, such as 10.0.0.7, or network, such as 10.0.0.0/24"
                )
            }
            ranges.append(range)
        }
        self.ranges = ranges
        header = settings.header
        usesProxyProtocol = settings.usesProxyProtocol
    }

    /// Whether an address is that of a proxy.
    func contains(_ address: IPAddress) -> Bool { ranges.contains { $0.contains(address) } }

    /// The client of a request.
    ///
    /// - Parameters:
    ///   - peer: The peer of the connection, which is a proxy.
    ///   - lines: The lines of the header in their order; empty without it.
    /// - Returns: The client with the last address that no proxy has; the last proxy if it names no address.
    fileprivate func client(behind peer: IPAddress, _ lines: ForwardedLines) -> RequestClient {
        guard let header else { return RequestClient(peer) }
        var client = peer
        var origin = ForwardedOrigin()
        for line in lines.reversed() {
            for element in ForwardedElements(line, of: header) {
                guard case .address(let address) = element.node else {
                    return RequestClient(unnamedBehind: client, element.origin)
                }
                client = address
                origin = element.origin
                if !contains(address) { return RequestClient(client, origin) }
            }
        }
        return RequestClient(client, origin)
    }
}

/// The values of a header that a request may have several times, in their order.
typealias ForwardedLines = [String]

struct RequestClient: Sendable {
    /// Its address; nil if it is not known.
    let address: IPAddress?
    /// The address as limits tell clients apart; nil if it is not known.
    let key: AddressKey?
    /// How it reached its proxy, as far as the element of a `Forwarded` header says so that names the client.
    let origin: ForwardedOrigin

    init(_ address: IPAddress?, _ origin: ForwardedOrigin = ForwardedOrigin()) {
        self.address = address
        self.origin = origin
        key = address.map { AddressKey($0) }
    }

    /// A client that its proxy does not name. Limits count it even if the proxy is on this machine: behind some proxies a client can make the
    /// header unreadable, and must not escape the limits in this way.
    init(unnamedBehind proxy: IPAddress, _ origin: ForwardedOrigin) {
        address = proxy
        self.origin = origin
        key = AddressKey(proxy).countedLikeOthers
    }
}

/// The peer of a connection, and the clients of its requests if it is a proxy.
struct ConnectionPeer: Sendable {
    /// The address of the peer; nil if it is not known.
    let address: IPAddress?
    /// The proxies whose header the server reads; nil for a peer that is not one of them.
    private let proxies: TrustedProxies?

    /// - Parameters:
    ///   - address: The address of the peer; nil if it is not known.
    ///   - proxies: The proxies of the server; nil for none.
    init(_ address: IPAddress?, proxies: TrustedProxies? = nil) {
        self.address = address
        let isProxy = address.map { proxies?.contains($0) ?? false } ?? false
        self.proxies = isProxy && proxies?.header != nil ? proxies : nil
    }

    /// The header that names the clients of the connection's requests; nil if all requests are the peer's.
    var header: OriginProxies.Header? { proxies?.header }

    func client(_ lines: ForwardedLines) -> RequestClient {
        guard let proxies, let address, !lines.isEmpty else { return RequestClient(address) }
        return proxies.client(behind: address, lines)
    }
}

struct ConnectionUploads: Sendable {
    let budget: UploadBudget
    let peer: ConnectionPeer

    /// Begins an upload.
    ///
    /// - Parameters:
    ///   - bytes: The size of its form, as far as it is known.
    ///   - lines: The header that names the client; empty without it.
    /// - Returns: Counts the upload while it exists; nil if the upload is refused.
    func start(bytes: Int, forwarded lines: ForwardedLines = []) -> UploadTicket? {
        budget.start(bytes: bytes, from: peer.client(lines).key)
    }
}
