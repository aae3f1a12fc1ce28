import ArgumentParser
import PubNub

/// The parts of the value of `--origin`.
struct OriginName: Sendable {
    /// The host, with the port if one was given.
    let host: String
    /// False for `http://`.
    let isSecure: Bool

    /// The address with its scheme.
    var url: String { (isSecure ? "https://" : "http://") + host }

    init(_ text: String) throws {
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        var rest = text.dropFirst(scheme?.count ?? 0)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.isEmpty, rest.first != ":", !rest.contains(where: { $0.isWhitespace || "/?#@".contains($0) }) else {
            throw ValidationError("--origin and PUBNUB_ORIGIN take http://HOST:PORT, https://HOST:PORT or HOST.")
        }
        // The colons of an address of IPv6 are within brackets, behind which the port is.
        let colon = rest.lastIndex(of: ":").flatMap { rest[$0...].contains("]") ? nil : $0 }
        if let colon, rest.first == "[" || rest.firstIndex(of: ":") == colon {
            let port = rest[rest.index(after: colon)...]
            guard (UInt16(port) ?? 0) > 0 else {
                throw ValidationError(
                    "'\(port)' in --origin or PUBNUB_ORIGIN is no port, which is a number from 1 to 65535."
                )
            }
        }
        host = String(rest)
        isSecure = scheme != "http://"
    }
}

/// The proxy of `--proxy` or of the sources that replace it.
enum ProxyName {
    /// The proxy that a flag, the variable of this command, the file or the variables of all programs name, in this order.
    ///
    /// - Returns: The proxy; `nil` if no source names one, if the name is empty, or if the origin is an exception.
    /// - Throws: A `ValidationError` that does not repeat the value, which can contain a password.
    static func proxy(
        _ flag: String?,
        _ variable: String?,
        _ inFile: String?,
        for origin: OriginName
    ) throws -> PNProxy? {
        let named = [("--proxy", flag), ("PUBNUB_PROXY", variable), ("proxy in the --config file", inFile)]
        guard let (source, value) = named.first(where: { $0.1 != nil }), let url = value else {
            return try checked("") { () throws(PNError) in
                try PNProxy.fromEnvironment(forOrigin: origin.host, secure: origin.isSecure)
            }
        }
        return try url.isEmpty ? nil : checked("\(source): ") { () throws(PNError) in try PNProxy(url: url) }
    }

    private static func checked<Value>(_ prefix: String, _ body: () throws(PNError) -> Value) throws -> Value {
        do throws(PNError) {
            return try body()
        } catch {
            throw ValidationError(prefix + (error.localizedFailureReason ?? error.localizedDescription))
        }
    }
}
