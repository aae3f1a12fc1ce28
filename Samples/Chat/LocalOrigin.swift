import Foundation
import PubNubOrigin

/// The service of those who have no account.
///
/// One of the running programs has the origin inside: the one that holds a lock, which the kernel takes back however the program ends. The others
/// wait for that; the next one serves the same data file at the same port, and all clients reconnect. So nothing is left running, and nobody alone.
enum LocalOrigin {
    /// Starts the origin as soon as no other program has it; gives the address.
    static func start(in directory: URL) throws -> String {
        let files = FileManager.default
        let link = directory.appending(path: "port").path
        // A link is made whole or not at all, so the first one says for all. These ports are given to no program that asks for any port.
        try? files.createSymbolicLink(atPath: link, withDestinationPath: "\(Int.random(in: 20_000..<32_000))")
        let port = try files.destinationOfSymbolicLink(atPath: link)
        let data = directory.appending(path: "origin.sqlite")
        let configuration = OriginConfiguration(port: Int(port) ?? 0, dataFile: data.path)
        let lock = try openLock(for: data)
        // A thread of its own, for the wait can be long.
        Thread.detachNewThread {
            while flock(lock, LOCK_EX) != 0 {}
            Task {
                while (try? await OriginServer(configuration: configuration).start()) == nil {
                    try await Task.sleep(for: .seconds(1))
                }
            }
        }
        return "http://127.0.0.1:\(port)"
    }

    /// Opens the lock of a file, which lasts until the program ends.
    static func openLock(for file: URL) throws -> Int32 {
        let lock = open(file.path + ".lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw Failure("\(file.path): \(String(cString: strerror(errno)))") }
        return lock
    }
}
