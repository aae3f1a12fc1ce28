import ArgumentParser
import Foundation
import PubNubLocks

/// The JSON object that `--config` names. Other members are ignored.
struct ConfigurationFile: Decodable, Sendable {
    let origin: String?
    let publishKey: String?
    let subscribeKey: String?
    let secretKey: String?
    let cipherKey: String?
    let cipherFormat: String?
    let authKey: String?
    let uuid: String?
    let proxy: String?

    /// The longest file, in bytes: 1 MiB.
    private static let limit = 1024 * 1024

    /// The files that were read, by path: a pipe can be read only once.
    private static let known = Locked<[String: ConfigurationFile]>([:])

    /// Reads the file, the first time only. Its content is never repeated in an error, because it may hold a secret.
    static func read(_ path: String) throws -> ConfigurationFile {
        if let found = known.withLock({ $0[path] }) { return found }
        let data = try BoundedFile.contents(of: path, flag: "--config", limit: limit)
        guard let found = try? JSONDecoder().decode(ConfigurationFile.self, from: data) else {
            throw ValidationError("--config: \(path) is not a JSON object whose settings are strings.")
        }
        known.withLock { $0[path] = found }
        return found
    }
}
