import ArgumentParser
import Foundation
import PubNub
import PubNubSupport

/// The settings of a client; an empty string means that a setting has no value.
struct CommandSettings: Sendable {
    let origin: OriginName
    let publishKey: String
    let subscribeKey: String
    let secretKey: String
    let cipherKey: String
    let encryptionFormat: PNEncryptionFormat
    let authKey: String
    let identifier: String
    /// `nil` for a direct connection to the origin.
    let proxy: PNProxy?
}

/// The sources of a setting, in the order of their precedence: a flag, `--local`, the environment, the `--config` file, and
/// the context.
struct SettingSources: Sendable {
    /// Whether `--local` was given.
    var isLocal = false
    /// The content of the `--config` file.
    var file: SavedSettings?
    /// The context that `--context` names, or the selected one.
    var context: SavedSettings?

    /// The value of a setting.
    ///
    /// - Parameters:
    ///   - flag: The value of the flag.
    ///   - variable: The name of the environment variable.
    ///   - member: The member of the file and the context.
    ///   - local: The value for `--local`; `nil` if it does not set this one.
    /// - Returns: The value; empty if no source has one.
    func value(
        _ flag: String?,
        _ variable: String,
        _ member: KeyPath<SavedSettings, String?>,
        local: String? = nil
    ) -> String {
        // An empty variable counts as missing.
        let inEnvironment = ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 }
        return flag ?? (isLocal ? local : nil) ?? inEnvironment ?? file?[keyPath: member] ?? context?[keyPath: member]
            ?? ""
    }
}

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

    private enum CodingKeys: String, CodingKey, CaseIterable {
        case origin, publishKey, subscribeKey, secretKey, cipherKey, cipherFormat, authKey, uuid, proxy
    }

    /// The longest file, in bytes: 1 MiB.
    static let maxFileBytes = 1024 * 1024

    /// The files that were read, by path: a pipe can be read only once.
    private static let known = Locked<[String: SavedSettings]>([:])

    /// Reads the file of `--config`, the first time only. Errors never contain the values of the file, which may be secrets.
    ///
    /// - Parameter path: The file, a pipe or a device.
    /// - Returns: The settings.
    /// - Throws: A `ValidationError` if the file cannot be read, is too long or is not a JSON object of strings, or if a member is
    ///   no setting: a misspelt `cipherKey` must not send messages in clear.
    static func read(_ path: String) throws -> SavedSettings {
        if let found = known.withLock({ $0[path] }) { return found }
        let data = try BoundedFile.contents(of: path, flag: "--config", limit: maxFileBytes)
        guard let members = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
            let found = try? JSONDecoder().decode(SavedSettings.self, from: data)
        else { throw ValidationError("--config: \(path) is not a JSON object whose settings are strings.") }
        for name in members.keys.sorted() where CodingKeys(stringValue: name) == nil {
            let advice = NearestName.advice(on: name, among: CodingKeys.allCases.map(\.stringValue))
            throw ValidationError("--config: \(path) has the unknown setting '\(name)'. \(advice)")
        }
        known.withLock { $0[path] = found }
        return found
    }
}

/// The names of the encryption formats on the command line.
enum CipherFormat {
    private static let formats: [String: PNEncryptionFormat] = [
        "fixed": .fixedVector, "random": .randomVector, "header": .header, "3.3": .ios33,
    ]

    /// The format of a name; the library's default for an empty name.
    static func format(named name: String) throws -> PNEncryptionFormat {
        guard !name.isEmpty else { return .fixedVector }
        guard let format = formats[name] else {
            throw ValidationError("--cipher-format takes fixed, random, header or 3.3.")
        }
        return format
    }
}
