import ArgumentParser
import Foundation
import PubNub
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

/// Where to connect and as whom; an empty text means that nothing was given.
struct Settings: Sendable {
    let origin: OriginName
    let publishKey: String
    let subscribeKey: String
    let secretKey: String
    let cipherKey: String
    let encryptionFormat: PNEncryptionFormat
    let authKey: String
    let identifier: String
    /// nil to reach the origin directly.
    let proxy: PNProxy?
}

/// Where a setting comes from: a flag beats the environment, which beats the file.
enum Setting {
    /// The setting, empty when nothing was given.
    static func value(_ flag: String?, _ variable: String, _ inFile: String?) -> String {
        flag ?? ProcessInfo.processInfo.environment[variable] ?? inFile ?? ""
    }
}

/// A file that a flag names, read no further than a limit: the name may stand for a device or a pipe that never ends.
enum BoundedFile {
    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - path: The file, a pipe or a device.
    ///   - flag: The flag that names it, for errors.
    ///   - limit: The most bytes that it may hold.
    /// - Returns: The content of the file.
    /// - Throws: A `ValidationError` if the file cannot be read or is longer than `limit`.
    static func contents(of path: String, flag: String, limit: Int) throws -> Data {
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw ValidationError("\(flag): cannot read \(path).")
        }
        defer { try? handle.close() }
        var data = Data()
        do {
            while data.count <= limit, let part = try handle.read(upToCount: min(65_536, limit + 1 - data.count)),
                !part.isEmpty
            {
                data += part
            }
        } catch {
            throw ValidationError("\(flag): cannot read \(path).")
        }
        guard data.count <= limit else {
            throw ValidationError("\(flag): \(path) is longer than \(limit / 1024) KiB.")
        }
        return data
    }

    /// Checks a file that a library reads later, again for each new connection: it has to be a regular file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - flag: The flag that names it, for errors.
    ///   - limit: The most bytes that it may hold.
    /// - Throws: A `ValidationError` if the file cannot be read, is no regular file or is longer than `limit`.
    static func check(_ path: String, flag: String, limit: Int) throws {
        var found = stat()
        guard stat(path, &found) == 0, FileManager.default.isReadableFile(atPath: path) else {
            throw ValidationError("\(flag): cannot read \(path).")
        }
        guard found.st_mode & S_IFMT == S_IFREG else {
            throw ValidationError("\(flag): \(path) is not a regular file.")
        }
        guard found.st_size <= limit else {
            throw ValidationError("\(flag): \(path) is longer than \(limit / 1024) KiB.")
        }
    }
}
