import Foundation
import PubNubOrigin

/// The service of those who have no account.
/// One of the running programs has the origin inside: the one that holds the lock of its data file, which the kernel takes back however a program
/// ends. The next one serves the same data at the same port, and all clients reconnect. So nothing is left running, and nobody alone.
struct LocalOrigin {
    let address: String
    private let link: String
    private let configuration: OriginConfiguration

    init(in directory: URL) throws {
        link = directory.appending(path: "port").path
        // A link is made whole or not at all, so the first one says for all. The system gives these ports to nobody by itself.
        symlink("\(Int.random(in: 20_000..<32_000))", link)
        let port = try FileManager.default.destinationOfSymbolicLink(atPath: link)
        address = "http://127.0.0.1:\(port)"
        configuration = OriginConfiguration(port: Int(port) ?? 0, dataFile: directory.path + "/origin.sqlite")
    }

    /// Starts the origin; fails when another of the programs has it. Where a stranger has its port, the next one to be started takes another.
    func start() async throws {
        do {
            try await OriginServer(configuration: configuration).start()
        } catch OriginError.cannotListen {
            try FileManager.default.removeItem(atPath: link)
        }
    }
}
