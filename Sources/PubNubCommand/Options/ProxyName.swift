import ArgumentParser
import PubNub

/// The value of `--proxy`, or what stands in for it.
enum ProxyName {
    /// The proxy that a flag, the variable of this command, the file or the variables of all programs name, in this order.
    ///
    /// - Returns: The proxy; nil when none is named, or an empty one, or when the origin is an exception.
    /// - Throws: A `ValidationError` that does not repeat the value, which may hold a password.
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
