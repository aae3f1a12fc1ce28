@testable import PubNub
@testable import PubNubCore

/// The environment variables for proxies.
enum ProxyTargets {
    static let all = [FuzzTarget(name: "proxy", dictionary: "http", longest: 256, check: proxy)]

    /// The first line is the address of a proxy, the second the list of hosts that are reached directly.
    private static func proxy(_ bytes: [UInt8]) throws {
        let lines = FuzzInput(bytes).lines.map { String(decoding: $0, as: UTF8.self) }
        let url = lines.first ?? ""
        let list = lines.dropFirst().first ?? ""
        let exceptions = ProxyExceptions(list)
        for origin in ["example.com", "10.1.2.3:80", "[fe80::1]:443", list] {
            let isDirect = exceptions.cover(origin)
            try require(exceptions.cover(origin.lowercased()) == isDirect, "names are the same in any case")
            let isListed = ProxyExceptions(list + ",*").cover(origin)
            try require(isListed, "a star stands for everybody")
        }
        let found: PNProxy
        do throws(PNError) {
            found = try PNProxy(url: url)
        } catch {
            return try require(error.code == kPNConnectionErrorOnSetup, "a refusal has its documented code")
        }
        try require((1...65535).contains(found.port) && !found.host.isEmpty, "a proxy has a host and a port")
        let texts = [found.username, found.password].compactMap(\.self)
        let isPlain = texts.allSatisfy { text in text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
        try require(isPlain, "credentials have no control characters")
        guard let password = found.password, password.utf8.count > 5, !found.host.contains(password) else { return }
        try require(!found.description.contains(password), "a password is in no text")
    }
}
