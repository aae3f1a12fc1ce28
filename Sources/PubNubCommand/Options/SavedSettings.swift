import ArgumentParser
import Foundation
import PubNubLocks

/// Settings of a client as JSON: the content of the `--config` file, and of a context.
struct SavedSettings: Codable, Sendable, Equatable {
    var origin: String?
    var publishKey: String?
    var subscribeKey: String?
    var secretKey: String?
    var cipherKey: String?
    var cipherFormat: String?
    var authKey: String?
    var uuid: String?
    var proxy: String?

    /// The longest file, in bytes: 1 MiB.
    static let longestFile = 1024 * 1024

    /// The files that were read, by path: a pipe can be read only once.
    private static let known = Locked<[String: SavedSettings]>([:])

    /// Reads the file of `--config`, the first time only. Members that are not settings are ignored. Errors never contain
    /// the content of the file, which may have secrets.
    ///
    /// - Parameter path: The file, a pipe or a device.
    /// - Returns: The settings.
    /// - Throws: A `ValidationError` if the file cannot be read, is too long or is not a JSON object of strings.
    static func read(_ path: String) throws -> SavedSettings {
        if let found = known.withLock({ $0[path] }) { return found }
        let data = try BoundedFile.contents(of: path, flag: "--config", limit: longestFile)
        guard let found = try? JSONDecoder().decode(SavedSettings.self, from: data) else {
            throw ValidationError("--config: \(path) is not a JSON object whose settings are strings.")
        }
        known.withLock { $0[path] = found }
        return found
    }
}
