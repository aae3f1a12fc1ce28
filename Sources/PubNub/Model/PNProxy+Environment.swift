import Foundation

extension PNProxy {
    /// Finds the proxy that the environment names for an origin, as other programs on Linux read it.
    ///
    /// It is `https_proxy` for TLS and `http_proxy` for plain HTTP, else `all_proxy`; all but `http_proxy` may be in upper
    /// case. None is used for this machine (`localhost`, `127.0.0.0/8`, `::1`), nor for what `no_proxy` lists, separated by
    /// commas: hosts (`example.com` and `.example.com` stand for the domain and everything in it), hosts with a port,
    /// addresses and blocks of addresses (`10.0.0.0/8`), or `*` for everything.
    ///
    /// A client never reads the environment by itself; set ``PNConfiguration/proxy`` to what this gives.
    ///
    /// - Parameters:
    ///   - origin: The host of the origin, or `host:port`, as in ``PNConfiguration/origin``.
    ///   - isSecure: Whether the client uses TLS; `true` by default.
    /// - Returns: The proxy; `nil` when the environment names none for this origin.
    /// - Throws: ``kPNConnectionErrorOnSetup`` when what is named cannot be used.
    public static func fromEnvironment(
        forOrigin origin: String,
        secure isSecure: Bool = true
    ) throws(PNError) -> PNProxy? {
        try named(by: ProcessInfo.processInfo.environment, forOrigin: origin, secure: isSecure)
    }

    static func named(
        by environment: [String: String],
        forOrigin origin: String,
        secure isSecure: Bool
    ) throws(PNError) -> PNProxy? {
        // A web server hands its client's "Proxy:" header to scripts as HTTP_PROXY, so that one is not to be trusted.
        let names = (isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
        let named = names.first { environment[$0] != nil }
        guard let name = named, let url = environment[name], !url.isEmpty else { return nil }
        let exceptions = ProxyExceptions(environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
        if exceptions.cover(origin) { return nil }
        do throws(PNError) {
            return try PNProxy(url: url)
        } catch {
            throw .proxy("\(name): \(error.localizedFailureReason ?? "")")
        }
    }
}
