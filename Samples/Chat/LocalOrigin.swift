import Foundation
import PubNubOrigin

/// The service of those who have no account.
/// One of the running programs has the origin inside: the one that holds the lock of its data file, which the kernel takes back however a program
/// ends. The next one serves the same data at the same port, and all clients reconnect. So nothing is left running, and nobody alone.
struct LocalOrigin {
    let address: String
    private let configuration: OriginConfiguration
    init(in directory: URL) throws {
        let link = directory.appending(path: "port").path
        // A link is made whole or not at all, so the first one says for all. The system gives these ports to nobody by itself.
        let new = "\(Int.random(in: 20_000..<32_000))"
        try? FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: new)
        let port = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        address = "http://127.0.0.1:\(port)"
        let file = directory.appending(path: "origin.sqlite").path
        configuration = OriginConfiguration(port: Int(port) ?? 0, dataFile: file)
    }

    /// Starts the origin; fails when another program has it.
    @Sendable func start() async throws { try await OriginServer(configuration: configuration).start() }
}
