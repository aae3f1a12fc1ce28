import ArgumentParser
import Foundation
import PubNubOrigin
import PubNubWire

/// The file of `--keyset`: `{"keysets": [{"subscribeKey": …}, …]}`.
enum KeysetFile {
    /// The longest file, in bytes: 1 MiB.
    static let maxFileBytes = 1024 * 1024

    private static let names = [
        "subscribeKey", "publishKey", "secretKey", "formerSecretKey", "formerSecretKeyEnd", "accessManager",
        "appContext", "retention", "retentionSize", "fileRetention", "files", "quotas", "presence",
    ]
    private static let switches: [(name: String, path: any WritableKeyPath<AppContextSettings, Bool> & Sendable)] = [
        ("isEnabled", \.isEnabled), ("sendsUserEvents", \.sendsUserEvents),
        ("sendsChannelEvents", \.sendsChannelEvents), ("sendsMembershipEvents", \.sendsMembershipEvents),
        ("disallowsAllUsers", \.disallowsAllUsers), ("disallowsAllChannels", \.disallowsAllChannels),
        ("hasReferentialIntegrity", \.hasReferentialIntegrity), ("validatesContacts", \.validatesContacts),
    ]

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - source: Where its name was given, for errors.
    ///   - hasDataFile: Whether the server has a data file, without which a retention has no effect.
    /// - Returns: The keysets, at least one.
    /// - Throws: A `ValidationError` if the file cannot be read, or has something unknown or without effect.
    static func read(_ path: String, source: String, hasDataFile: Bool) throws -> [OriginKeyset] {
        let location = "\(source): \(path)"
        let value = try OriginFile.json(path, source: source, limit: maxFileBytes)
        let members = try OriginMembers(value, at: location, names: ["keysets"])
        return try keysets(members, hasDataFile: hasDataFile)
    }

    /// The keysets of the member `keysets`; none if it is missing.
    static func keysets(_ members: OriginMembers, hasDataFile: Bool) throws -> [OriginKeyset] {
        let values = try members.array("keysets")
        guard members["keysets"] == nil || !values.isEmpty else {
            throw ValidationError("\(members.location): 'keysets' is empty.")
        }
        var seen = Set<String>()
        return try values.enumerated().map { index, value in
            let location = "\(members.location): keyset \(index + 1)"
            let keyset = try keyset(value, at: location, hasDataFile: hasDataFile)
            guard seen.insert(keyset.subscribeKey).inserted else {
                throw ValidationError("\(location) has the subscribe key of an earlier keyset.")
            }
            return keyset
        }
    }

    /// The quotas of the member `quotas`; none if it is missing.
    static func quotas(_ members: OriginMembers) throws -> OriginQuotas {
        var quotas = OriginQuotas()
        guard let value = members["quotas"] else { return quotas }
        let names = OriginQuota.allCases.map(\.rawValue)
        let settings = try OriginMembers(value, at: "\(members.location): 'quotas'", names: names)
        for quota in OriginQuota.allCases {
            if let setting = try settings.setting(quota.rawValue) { quotas[keyPath: quota.path] = try setting.count() }
        }
        return quotas
    }

    /// The key that was replaced. Both members are needed, so that it ends.
    private static func formerSecretKey(_ members: OriginMembers) throws -> OriginKeyset.FormerSecretKey? {
        let (key, end) = (try members.setting("formerSecretKey"), try members.setting("formerSecretKeyEnd"))
        guard let key, let end else {
            guard key == nil, end == nil else {
                throw ValidationError(
                    "\(members.location): 'formerSecretKey' and 'formerSecretKeyEnd' need each other."
                )
            }
            return nil
        }
        guard !key.text.isEmpty else { throw key.wrong("a secret key") }
        guard let moment = MomentArgument(argument: end.text) else {
            throw end.wrong("a date, for example 2026-12-31T00:00:00Z")
        }
        return OriginKeyset.FormerSecretKey(key: key.text, end: moment.timetoken)
    }

    /// The settings of the member `presence`; those of the server if it is missing.
    private static func presence(_ members: OriginMembers) throws -> PresenceSettings {
        var presence = PresenceSettings()
        guard let value = members["presence"] else { return presence }
        let names = ["announceMaximum", "deltas", "interval", "timeout"]
        let settings = try OriginMembers(value, at: "\(members.location): 'presence'", names: names)
        if settings["announceMaximum"] == .null {
            presence.announceMaximum = .max
        } else {
            presence.announceMaximum = try settings.setting("announceMaximum")?.count()
        }
        presence.deltas = try settings.setting("deltas")?.flag() ?? true
        presence.timeout = try settings.setting("timeout")?.count()
        if let setting = try settings.setting("interval") {
            presence.interval = try setting.duration()
            guard presence.interval != .zero else { throw setting.wrong("a duration above 0") }
        }
        return presence
    }

    private static func keyset(_ value: JSON, at location: String, hasDataFile: Bool) throws -> OriginKeyset {
        let members = try OriginMembers(value, at: location, names: names)
        guard let subscribeKey = try members.setting("subscribeKey")?.text, !subscribeKey.isEmpty else {
            throw ValidationError("\(location) needs a 'subscribeKey'.")
        }
        var keyset = OriginKeyset(subscribeKey: subscribeKey)
        keyset.publishKey = try members.setting("publishKey")?.text
        keyset.secretKey = try members.setting("secretKey")?.text
        keyset.formerSecretKey = try formerSecretKey(members)
        keyset.accessManager = try members.setting("accessManager")?.flag() ?? false
        guard !keyset.accessManager || keyset.publishKey?.isEmpty == false && keyset.secretKey?.isEmpty == false else {
            throw ValidationError("\(location): 'accessManager' needs a 'publishKey' and a 'secretKey'.")
        }
        if let value = members["appContext"] {
            let settings = try OriginMembers(value, at: "\(location): 'appContext'", names: switches.map(\.name))
            for (name, path) in switches {
                if let setting = try settings.setting(name) { keyset.appContext[keyPath: path] = try setting.flag() }
            }
        }
        keyset.quotas = try quotas(members)
        keyset.presence = try presence(members)
        keyset.retention = try MessageRetention(
            age: try members.setting("retention"),
            bytes: try members.setting("retentionSize"),
            hasDataFile: hasDataFile
        )
        if let setting = try members.setting("fileRetention") {
            keyset.fileRetention = try setting.duration()
            guard hasDataFile else { throw ValidationError("\(setting.source) needs --data.") }
        }
        if let value = members["files"] {
            let settings = try OriginMembers(value, at: "\(location): 'files'", names: ["allowsActiveTypes"])
            keyset.allowsActiveFileTypes = try settings.setting("allowsActiveTypes")?.flag() ?? false
        }
        return keyset
    }
}
