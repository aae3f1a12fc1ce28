import Foundation

@testable import PubNub
@testable import PubNubWire

extension Reference {
    /// Access rights by object (`*`, `c NAME`, `g NAME`, each optionally with `| KEY`): the three flags, then the
    /// minutes if the response contains them.
    static func rights(_ json: Any, asked: Set<String>) -> [String: String]? {
        guard let content = content(json), let level = content["level"] as? String else { return nil }
        let period = content["ttl"] as? Int
        let isOfKeys = ["user", "channel-group+auth"].contains(level)
        func plain(_ name: String) -> String { asked.contains(name) ? name : name.removingPercentEncoding ?? name }
        func key(_ letter: String, _ name: String) -> String {
            let isBareGroup = letter == "g" && name.hasPrefix(":") && name != ":"
            return "\(letter) \(isBareGroup ? plain(String(name.dropFirst())) : plain(name))"
        }
        var found: [String: String] = [:]
        if !isOfKeys, !level.hasPrefix("channel"), hasFlags(content) { found["*"] = words(content, period) }
        for (member, letter) in [("channel", "c"), ("channels", "c"), ("channel-group", "g"), ("channel-groups", "g")] {
            var entries: [(name: String, keys: Any?)] = []
            if let names = content[member] as? String {
                entries = names.split(separator: ",").map { (String($0), content["auths"]) }
            }
            let map = content[member] as? [String: [String: Any]]
            if content[member] != nil, map == nil, !(content[member] is String) { return nil }
            for (name, fields) in map ?? [:] {
                entries.append((name, fields["auths"]))
                // An object with keys need not have rights of its own.
                if !isOfKeys || hasFlags(fields) { found[key(letter, name)] = words(fields, period) }
            }
            for entry in entries {
                for (name, fields) in entry.keys as? [String: [String: Any]] ?? [:] {
                    found["\(key(letter, entry.name)) | \(plain(name))"] = words(fields, period)
                }
            }
        }
        return found
    }

    private static func hasFlags(_ fields: [String: Any]) -> Bool {
        ["r", "w", "m"].contains { fields[$0] != nil }
    }

    private static func words(_ fields: [String: Any], _ period: Int?) -> String {
        let flags = ["r", "w", "m"].map { (fields[$0] as? Int ?? 0) == 0 ? "-" : $0 }.joined()
        return (fields["ttl"] as? Int ?? period).map { "\(flags) \($0)" } ?? flags
    }

    /// The result of this project's decoder, in the same words.
    static func rights(_ reply: AccessRightsReply) -> [String: String] {
        reply.grants.reduce(into: [:]) { found, grant in
            let scope =
                switch grant.key.scope {
                case .application: "*"
                case .channel(let name): "c \(name)"
                case .group(let name): "g \(name)"
                }
            let flags = [("r", PNAccessRights.readAccessRight), ("w", .writeAccessRight), ("m", .managementRight)]
                .map { grant.value.rights.contains($0.1) ? $0.0 : "-" }.joined()
            found[grant.key.key.map { "\(scope) | \($0)" } ?? scope] =
                grant.value.minutes.map { "\(flags) \($0)" } ?? flags
        }
    }
}
