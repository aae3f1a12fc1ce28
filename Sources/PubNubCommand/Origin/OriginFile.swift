import ArgumentParser
import Foundation
import PubNubSupport
import PubNubWire

/// The file of `pubnub origin --config`. Its keys are the flags in camel case, and `limits`, `quotas`, `faults` and `keysets`.
enum OriginFile {
    /// The longest file, in bytes: 1 MiB.
    static let maxFileBytes = 1024 * 1024

    /// The pipes and devices that were read, by path: they can be read only once.
    private static let known = Locked<[String: JSON]>([:])

    /// Reads the file. A regular file is read each time, so that SIGHUP finds what has changed, and anything else the first time only.
    ///
    /// - Returns: The members.
    /// - Throws: A `ValidationError` if the file cannot be read, is too long, is not a JSON object or has an unknown key.
    static func read(_ path: String) throws -> OriginMembers {
        let value: JSON
        if let found = known.withLock({ $0[path] }) {
            value = found
        } else {
            value = try json(path, source: "--config", limit: maxFileBytes)
            if !BoundedFile.isRegular(path) { known.withLock { $0[path] = value } }
        }
        return try OriginMembers(value, at: "--config: \(path)", names: names)
    }

    /// The keys of the file.
    private static let names = OriginSetting.Name.allCases.map(\.rawValue) + ["limits", "quotas", "faults", "keysets"]

    /// The keys whose values a reload reads again.
    private static let reloadedNames = ["log", "keyset", "keysets", "adminToken", "nats"]

    /// The keys of settings that differ between two readings of the file and that need a restart.
    ///
    /// Settings with a flag or a variable of the environment are left out, because these have precedence over the file.
    static func restartNames(
        from former: OriginSources,
        to read: OriginSources,
        arguments: [String] = CommandLine.arguments
    ) -> [String] {
        names.filter { name in
            guard !reloadedNames.contains(name), former.file?[name] != read.file?[name] else { return false }
            guard let setting = OriginSetting.Name(rawValue: name) else { return true }
            let hasFlag = arguments.contains { $0 == setting.flag || $0.hasPrefix("\(setting.flag)=") }
            return !hasFlag && read.environment[setting.variable, default: ""].isEmpty
        }
    }

    /// The JSON of a file.
    ///
    /// - Throws: A `ValidationError`, which does not contain the content of the file.
    static func json(_ path: String, source: String, limit: Int) throws -> JSON {
        let data = try BoundedFile.contents(of: path, flag: source, limit: limit)
        do {
            return try JSON(parsing: [UInt8](data))
        } catch {
            throw ValidationError("\(source): \(path) is not JSON.")
        }
    }
}

extension OriginSetting {
    /// The settings that a flag, a variable and the file have. The name is the key in the file.
    enum Name: String, CaseIterable {
        case host, port, data, retention, retentionSize
        case nats, cluster, partitions, partition, node, replicas, streamAge, natsCreds, natsCa
        case adminHost, adminPort, adminToken, adminCert, adminKey, console
        case publishKey, subscribeKey, secretKey, keyset, accessManager
        case noAppContext, noUserEvents, noChannelEvents, noMembershipEvents, disallowAllUsers, disallowAllChannels
        case referentialIntegrity
        case tls, caOut, cert, key, hsts, filesUrl, trustedProxy, forwardedHeader, proxyProtocol
        case accessLog, log, logFormat, drainDelay, drainLimit

        /// The flag, for example `--admin-port`.
        var flag: String { "--" + words.joined(separator: "-") }

        /// The variable of the environment. Those of keys are the ones that clients use.
        var variable: String {
            switch self {
            case .publishKey: "PUBNUB_PUBLISH_KEY"
            case .subscribeKey: "PUBNUB_SUBSCRIBE_KEY"
            case .secretKey: "PUBNUB_SECRET_KEY"
            default: "PUBNUB_ORIGIN_" + words.joined(separator: "_").uppercased()
            }
        }

        private var words: [String] {
            var words = [""]
            for character in rawValue {
                if character.isUppercase { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
            return words
        }
    }
}
