import PubNubWire

/// The settings that stay the same from one request of a client to its next.
struct CurlProfile: Equatable {
    let isSecure: Bool
    let lane: Lane
    let trust: TrustPolicy
    let certificateAuthorityFile: String?
    let proxy: PNProxy?
    let connectTimeout: Duration

    init(_ request: TransportRequest) {
        isSecure = request.url.utf8.starts(with: "https:".utf8)
        lane = request.lane
        trust = request.trust
        certificateAuthorityFile = request.certificateAuthorityFile
        proxy = request.proxy
        connectTimeout = request.connectTimeout
    }

    /// Whether a proxy reads the request and sends it on, and opens no tunnel.
    var isForwarded: Bool { proxy != nil && !isSecure }
}
