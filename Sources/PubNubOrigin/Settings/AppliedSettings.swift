package import PubNubWire

/// The settings that decide what entries of the log lead to: the applied ones of the limits, quotas, and the switches of keysets. A data file
/// has those of the server that wrote it, so that what a crash left in the log is applied with the same settings again.
package struct AppliedSettings: Sendable {
    private static let switches: [(name: String, path: any WritableKeyPath<AppContextSettings, Bool> & Sendable)] = [
        ("isEnabled", \.isEnabled), ("sendsUserEvents", \.sendsUserEvents),
        ("sendsChannelEvents", \.sendsChannelEvents), ("sendsMembershipEvents", \.sendsMembershipEvents),
        ("disallowsAllUsers", \.disallowsAllUsers), ("disallowsAllChannels", \.disallowsAllChannels),
        ("hasReferentialIntegrity", \.hasReferentialIntegrity), ("validatesContacts", \.validatesContacts),
    ]

    /// JSON with members in order of their names. It has no secret.
    package let text: String

    /// The settings of a configuration.
    package init(_ configuration: OriginConfiguration) {
        let common = OriginKeyset(
            subscribeKey: configuration.subscribeKey ?? "",
            accessManager: configuration.accessManager,
            appContext: configuration.appContext,
            quotas: configuration.quotas
        )
        text =
            JSON.object([
                "limits": Self.json(configuration.limits), "common": Self.json(common),
                "keysets": .array(Self.sorted(configuration.keysets.map { Self.json($0) })),
            ]).text
    }

    /// A configuration in which the settings take the place of those of another one; nil if the text has none.
    package static func configuration(_ text: String, from other: OriginConfiguration) -> OriginConfiguration? {
        guard let json = try? JSON(parsing: text), let common = json["common"] else { return nil }
        var configuration = other
        set(&configuration.limits, json["limits"])
        let keyset = keyset(common)
        configuration.subscribeKey = keyset.subscribeKey.isEmpty ? nil : keyset.subscribeKey
        configuration.accessManager = keyset.accessManager
        configuration.appContext = keyset.appContext
        configuration.quotas = keyset.quotas
        configuration.keysets = (json["keysets"]?.array ?? []).map { Self.keyset($0) }
        return configuration
    }

    /// The section that has the steps to change the settings of a cluster, as errors name it.
    package static let steps =
        #"Documentation/Cluster.md, "Change keysets, quotas or limits", has the steps to change them."#

    /// Where these settings differ from those of a cluster.
    ///
    /// - Parameter cluster: The settings in the first record of the stream.
    /// - Returns: A phrase about the first difference, with the number of the others; nil if a server with these settings may
    ///   apply the log.
    package func difference(from cluster: JSON) -> String? {
        guard let own = try? JSON(parsing: text) else { return nil }
        let differences = Self.differences(Self.applied(of: cluster), own, at: [])
        guard let first = differences.first else { return nil }
        return differences.count > 1 ? "\(first) and \(differences.count - 1) more" : first
    }

    /// A phrase for each difference, in order.
    private static func differences(_ cluster: JSON, _ own: JSON, at path: [String]) -> [String] {
        if let cluster = cluster.object, let own = own.object {
            return Set(cluster.keys).union(own.keys).sorted().flatMap { name in
                differences(cluster[name] ?? .null, own[name] ?? .null, at: path + [name])
            }
        }
        if path == ["keysets"], let cluster = cluster.array, let own = own.array {
            return differences(cluster, own, at: path)
        }
        guard cluster != own else { return [] }
        return ["\(path.joined(separator: ".")) is \(own.text) here and \(cluster.text) there"]
    }

    /// The keysets that only one of two lists has, and the places where the others differ.
    private static func differences(_ cluster: [JSON], _ own: [JSON], at path: [String]) -> [String] {
        func byKey(_ keysets: [JSON]) -> [NameKey: JSON] {
            Dictionary(keysets.map { (key(of: $0), $0) }) { first, _ in first }
        }
        let (former, present) = (byKey(cluster), byKey(own))
        return Set(former.keys).union(present.keys).sorted().flatMap { key -> [String] in
            guard let theirs = former[key] else {
                return ["the keyset \(key.text) is in the settings of this server and not in those of the cluster"]
            }
            guard let ours = present[key] else {
                return ["the keyset \(key.text) is in the settings of the cluster and not in those of this server"]
            }
            return differences(theirs, ours, at: path + [key.text])
        }
    }

    /// Keysets in order of their subscribe keys. Their order in the settings of a server decides nothing.
    private static func sorted(_ keysets: [JSON]) -> [JSON] {
        keysets.sorted { key(of: $0) < key(of: $1) }
    }

    private static func key(of keyset: JSON) -> NameKey { NameKey(keyset["subscribeKey"]?.string ?? "") }

    /// Settings in the form in which those of servers are compared.
    ///
    /// The first record of an older stream also has limits that are not applied, and keysets in another order.
    package static func applied(of settings: JSON) -> JSON {
        guard case .object(var members) = settings, case .object(var limits)? = members["limits"] else {
            return settings
        }
        for limit in OriginLimit.all where !limit.isApplied { limits[limit.name] = nil }
        members["limits"] = .object(limits)
        if let keysets = members["keysets"]?.array { members["keysets"] = .array(sorted(keysets)) }
        return .object(members)
    }

    private static func json(_ keyset: OriginKeyset) -> JSON {
        var members: [String: JSON] = [
            "subscribeKey": .string(keyset.subscribeKey), "accessManager": .bool(keyset.accessManager),
        ]
        for (name, path) in switches { members[name] = .bool(keyset.appContext[keyPath: path]) }
        members["announceMaximum"] = keyset.presence.announceMaximum.map { .integer(Int64($0)) }
        members["presenceTimeout"] = keyset.presence.timeout.map { .integer(Int64($0)) }
        members["presenceInterval"] = keyset.presence.interval.map { .integer($0.wholeMilliseconds) }
        members["deltas"] = .bool(keyset.presence.deltas)
        for quota in OriginQuota.allCases {
            members[quota.rawValue] = keyset.quotas[keyPath: quota.path].map { .integer(Int64($0)) }
        }
        return .object(members)
    }

    private static func keyset(_ json: JSON) -> OriginKeyset {
        var keyset = OriginKeyset(subscribeKey: json["subscribeKey"]?.string ?? "")
        keyset.accessManager = json["accessManager"]?.bool ?? false
        for (name, path) in switches {
            if let isOn = json[name]?.bool { keyset.appContext[keyPath: path] = isOn }
        }
        keyset.presence.announceMaximum = json["announceMaximum"]?.int64Value.map { Int($0) }
        keyset.presence.timeout = json["presenceTimeout"]?.int64Value.map { Int($0) }
        keyset.presence.interval = json["presenceInterval"]?.int64Value.map { .milliseconds($0) }
        keyset.presence.deltas = json["deltas"]?.bool ?? true
        for quota in OriginQuota.allCases {
            keyset.quotas[keyPath: quota.path] = json[quota.rawValue]?.int64Value.map { Int($0) }
        }
        return keyset
    }

    private static func json(_ limits: OriginLimits) -> JSON {
        var members: [String: JSON] = [:]
        for limit in OriginLimit.all where limit.isApplied {
            switch limit.kind {
            case .count(let path): members[limit.name] = .integer(Int64(limits[keyPath: path]))
            case .optionalCount(let path):
                members[limit.name] = limits[keyPath: path].map { .integer(Int64($0)) } ?? .null
            case .range(let path):
                let range = limits[keyPath: path]
                members[limit.name] = .array([.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))])
            case .flag(let path): members[limit.name] = .bool(limits[keyPath: path])
            case .optionalDuration(let path):
                members[limit.name] = limits[keyPath: path].map { .integer($0.components.seconds) } ?? .null
            case .duration(let path): members[limit.name] = .integer(limits[keyPath: path].wholeMilliseconds)
            }
        }
        return .object(members)
    }

    private static func set(_ limits: inout OriginLimits, _ json: JSON?) {
        for limit in OriginLimit.all where limit.isApplied {
            guard let value = json?[limit.name] else { continue }
            switch limit.kind {
            case .count(let path):
                if let count = value.int64Value { limits[keyPath: path] = Int(count) }
            case .optionalCount(let path):
                limits[keyPath: path] = value.int64Value.map { Int($0) }
            case .range(let path):
                let bounds = (value.array ?? []).compactMap(\.int64Value).map { Int($0) }
                if bounds.count == 2, bounds[0] <= bounds[1] { limits[keyPath: path] = bounds[0]...bounds[1] }
            case .flag(let path):
                if let isOn = value.bool { limits[keyPath: path] = isOn }
            case .optionalDuration(let path):
                limits[keyPath: path] = value.int64Value.map { .seconds($0) }
            case .duration(let path):
                if let count = value.int64Value { limits[keyPath: path] = .milliseconds(count) }
            }
        }
    }
}

extension Duration {
    /// The number of milliseconds; a fraction is dropped.
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
