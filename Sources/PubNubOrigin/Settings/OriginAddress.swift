/// Where a started origin listens.
public struct OriginAddress: Sendable, Hashable {
    /// The base address, for example `http://127.0.0.1:40123`; `https` when it speaks TLS.
    public let url: String
    /// The host as configured.
    public let host: String
    /// The port in use, also when 0 was configured.
    public let port: Int

    package init(url: String, host: String, port: Int) {
        self.url = url
        self.host = host
        self.port = port
    }
}
