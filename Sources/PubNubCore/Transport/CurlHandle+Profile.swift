import CPubNubCurl
import PubNubWire

/// The settings that do not change between requests of a client.
extension CurlHandle {
    private static let pollBuffer = 32 * 1024
    private static let serviceBuffer = 16 * 1024
    private static let transferBuffer = 64 * 1024
    /// `CURLOPT_PROTOCOLS_STR`, which older headers do not have.
    private static let allowedProtocols = CURLoption(rawValue: 10318)
    /// `CURLOPT_QUICK_EXIT`, which older headers do not have.
    private static let quickExit = CURLoption(rawValue: 322)

    /// Applies the settings that do not change with every request. Called once for a handle: libcurl refuses some of
    /// these options on a handle that failed before it had a connection.
    func applyProfile(share: UnsafeMutableRawPointer?) throws(TransportFailure) {
        try set(CURLOPT_NOSIGNAL, 1)
        // Otherwise the end of a request whose name is being resolved waits for the system's resolver, and with it all
        // requests of the process. Older versions of libcurl do not have the option.
        _ = ccurl_set_long(easy, Self.quickExit, 1)
        try check(ccurl_allow_http(easy, Self.allowedProtocols))
        try set(CURLOPT_FOLLOWLOCATION, 0)
        try set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try apply(proxy: profile.proxy)
        try set(CURLOPT_TCP_NODELAY, 1)
        try set(CURLOPT_TCP_KEEPALIVE, 1)
        try set(CURLOPT_TCP_KEEPIDLE, SocketList.silence)
        try set(CURLOPT_TCP_KEEPINTVL, SocketList.interval)
        try set(CURLOPT_CONNECTTIMEOUT_MS, max(1, profile.connectTimeout.wholeMilliseconds))
        switch profile.lane {
        case .subscribe: try set(CURLOPT_BUFFERSIZE, Self.pollBuffer)
        case .service: try set(CURLOPT_BUFFERSIZE, Self.serviceBuffer)
        case .transfer: try set(CURLOPT_BUFFERSIZE, Self.transferBuffer)
        }
        try set(CURLOPT_UPLOAD_BUFFERSIZE, profile.lane == .transfer ? Self.transferBuffer : Self.serviceBuffer)
        try apply(security: profile)

        let context = Unmanaged.passUnretained(self).toOpaque()
        try check(ccurl_set_pointer(easy, CURLOPT_PRIVATE, context))
        try check(ccurl_set_pointer(easy, CURLOPT_ERRORBUFFER, reason))
        try check(ccurl_set_pointer(easy, CURLOPT_SHARE, share))
        try applySocketFunctions()
        try applyCallbacks(context)
    }

    /// A connection is opened while its handle lives, and may outlive it; the list outlives both.
    private func applySocketFunctions() throws(TransportFailure) {
        try check(
            ccurl_set_socket_functions(
                easy,
                { context, _, address in
                    guard let context, let address = address?.pointee else { return CURL_SOCKET_BAD }
                    return Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue().openSocket(for: address)
                },
                Unmanaged.passUnretained(self).toOpaque(),
                { context, socket in
                    guard let context else { return 1 }
                    return Unmanaged<SocketList>.fromOpaque(context).takeUnretainedValue().close(socket)
                },
                Unmanaged.passUnretained(sockets).toOpaque()
            )
        )
    }

    private func openSocket(for address: curl_sockaddr) -> Int32 {
        sockets.open(family: address.family, type: address.socktype, protocol: address.protocol, for: client)
    }

    private func applyCallbacks(_ context: UnsafeMutableRawPointer) throws(TransportFailure) {
        try check(
            ccurl_set_writer(
                easy,
                { bytes, size, count, context in
                    guard let bytes, let context else { return 0 }
                    let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
                    return handle.receive(UnsafeRawBufferPointer(start: bytes, count: size * count))
                },
                context
            )
        )
        try check(
            ccurl_set_header_reader(
                easy,
                { bytes, size, count, context in
                    guard let bytes, let context else { return 0 }
                    let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
                    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
                    return handle.receive(header: line) ? line.count : 0
                },
                context
            )
        )
        try check(
            ccurl_set_before_send(
                easy,
                { context, _, _, _, _ in
                    guard let context else { return CURL_PREREQFUNC_ABORT }
                    let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
                    return handle.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                },
                context
            )
        )
    }

    private func apply(security profile: CurlProfile) throws(TransportFailure) {
        let mayUpgrade = profile.isSecure && speaksHTTP2
        try set(CURLOPT_HTTP_VERSION, Int(mayUpgrade ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1))
        guard profile.isSecure else { return }
        // One HTTP/2 connection for all, instead of one for each request that starts before the handshake ends.
        try set(CURLOPT_PIPEWAIT, speaksHTTP2 ? 1 : 0)
        try set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try set(CURLOPT_SSL_VERIFYPEER, profile.trust == .verified ? 1 : 0)
        // 2 checks that the certificate names the host.
        try set(CURLOPT_SSL_VERIFYHOST, profile.trust == .verified ? 2 : 0)
        if let file = profile.certificateAuthorityFile {
            try set(CURLOPT_CAINFO, file)
            try set(CURLOPT_CAPATH, nil)
        }
    }

    /// Proxies come from the configuration, never from the environment of the process.
    private func apply(proxy: HTTPProxy?) throws(TransportFailure) {
        try set(CURLOPT_PROXY, proxy?.address ?? "")
        try set(CURLOPT_NOPROXY, "")
        guard let proxy else { return }
        // The Basic scheme is libcurl's default.
        try set(CURLOPT_PROXYUSERNAME, proxy.username)
        try set(CURLOPT_PROXYPASSWORD, proxy.password)
        // The proxy's response to CONNECT is not the origin's.
        try set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }
}

/// The settings that do not change between requests of a client.
struct CurlProfile: Equatable {
    let isSecure: Bool
    let lane: Lane
    let trust: TrustPolicy
    let certificateAuthorityFile: String?
    let proxy: HTTPProxy?
    let connectTimeout: Duration

    init(_ request: TransportRequest) {
        isSecure = request.url.utf8.starts(with: "https:".utf8)
        lane = request.lane
        trust = request.trust
        certificateAuthorityFile = request.certificateAuthorityFile
        proxy = request.proxy
        connectTimeout = request.connectTimeout
    }

    /// Whether a proxy forwards the request instead of opening a tunnel.
    var isForwarded: Bool { proxy != nil && !isSecure }
}
