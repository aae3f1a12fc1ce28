import ArgumentParser

/// The value of `--origin`, taken apart.
struct OriginName: Sendable {
    /// Host, with the port when one was given.
    let host: String
    /// False for `http://`.
    let isSecure: Bool

    init(_ text: String) throws {
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        var rest = text.dropFirst(scheme?.count ?? 0)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard !rest.isEmpty, rest.first != ":", !rest.contains(where: { $0.isWhitespace || "/?#@".contains($0) }) else {
            throw ValidationError("--origin and PUBNUB_ORIGIN take http://HOST:PORT, https://HOST:PORT or HOST.")
        }
        host = String(rest)
        isSecure = scheme != "http://"
    }
}
