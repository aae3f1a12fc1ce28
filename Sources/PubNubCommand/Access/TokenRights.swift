import ArgumentParser
import Foundation
import PubNubWire

/// The rights of an access token on the command line.
struct TokenRights: ParsableArguments {
    @OptionGroup var targets: AccessTargets<TokenRight>

    @Option(
        name: .customLong("user"),
        help: ArgumentHelp("Rights on a user: get, update, delete; may be repeated.", valueName: "name=rights")
    )
    var users: [TokenRight] = []

    @Option(
        help: ArgumentHelp("Rights on the channels that match; may be repeated.", valueName: "pattern=rights")
    )
    var channelPattern: [TokenRight] = []

    @Option(
        help: ArgumentHelp("Rights on the channel groups that match; may be repeated.", valueName: "pattern=rights")
    )
    var groupPattern: [TokenRight] = []

    @Option(
        help: ArgumentHelp("Rights on the users that match; may be repeated.", valueName: "pattern=rights")
    )
    var userPattern: [TokenRight] = []

    func validate() throws {
        if resources.isEmpty, patterns.isEmpty {
            throw ValidationError("Name at least one right, such as --channel lobby=read,write.")
        }
    }

    /// The rights by name.
    var resources: AccessTokenContent.Permissions { Self.permissions(targets.channels, targets.groups, users) }

    /// The rights by pattern.
    var patterns: AccessTokenContent.Permissions { Self.permissions(channelPattern, groupPattern, userPattern) }

    private static func permissions(
        _ channels: [TokenRight],
        _ groups: [TokenRight],
        _ users: [TokenRight]
    ) -> AccessTokenContent.Permissions {
        func sums(_ rights: [TokenRight]) -> [String: Int] {
            rights.reduce(into: [:]) { $0[$1.name, default: 0] |= $1.bits }
        }
        return AccessTokenContent.Permissions(channels: sums(channels), groups: sums(groups), users: sums(users))
    }
}

/// A name or a pattern with its rights: `lobby=read,write`.
struct TokenRight: ExpressibleByArgument, Sendable {
    let name: String
    /// The sum of the bits.
    let bits: Int

    init?(argument: String) {
        guard let end = argument.lastIndex(of: "="), end > argument.startIndex else { return nil }
        name = String(argument[..<end])
        var sum = 0
        for word in argument[argument.index(after: end)...].split(separator: ",", omittingEmptySubsequences: false) {
            guard let bits = Self.bits(of: String(word)) else { return nil }
            sum |= bits
        }
        bits = sum
    }

    private static func bits(of word: String) -> Int? {
        if word == "all" { return known.reduce(0) { $0 | $1.bit } }
        return known.first { $0.word == word }?.bit
    }

    private struct Known {
        let word: String
        let bit: Int
    }

    private static let known = [
        Known(word: "read", bit: 1), Known(word: "write", bit: 2), Known(word: "manage", bit: 4),
        Known(word: "delete", bit: 8), Known(word: "get", bit: 32), Known(word: "update", bit: 64),
        Known(word: "join", bit: 128),
    ]

    /// The words for a sum of bits.
    static func words(_ bits: Int) -> [String] { known.filter { bits & $0.bit != 0 }.map(\.word) }
}

extension AccessTokenContent {
    /// The members of the JSON object.
    var report: [String: JSON] {
        [
            "version": .integer(Int64(version)), "timestamp": .integer(timestamp), "ttl": .integer(minutes),
            "expires": .integer(expires), "authorizedUser": .text(user),
            "resources": Self.report(resources), "patterns": Self.report(patterns), "meta": .object(meta),
        ]
    }

    /// The content as lines for people.
    var lines: [String] {
        var rows = [["KIND", "NAME OR PATTERN", "RIGHTS"]]
        rows += Self.rows("", resources) + Self.rows(" pattern", patterns)
        let user = user.map { ["authorized user: \($0)"] } ?? []
        let fields = meta.isEmpty ? [] : ["meta: \(JSON.object(meta).text)"]
        return ["issued: \(Self.date(timestamp))", "expires: \(Self.date(expires))"] + user + fields
            + Terminal.columns(rows)
    }

    /// When the token ends, in seconds since 1970. No date is beyond 2^53, which JSON numbers hold exactly.
    private var expires: Int64 {
        let last: Int64 = 1 << 53
        let seconds = min(max(minutes, 0), last / 60) * 60
        return min(max(timestamp, 0), last - seconds) + seconds
    }

    private static func date(_ seconds: Int64) -> String {
        guard 0...253_402_300_799 ~= seconds else { return "\(seconds) s since 1970" }
        return Date(timeIntervalSince1970: Double(seconds)).ISO8601Format()
    }

    private static func report(_ permissions: Permissions) -> JSON {
        func words(_ rights: [String: Int]) -> JSON {
            .object(rights.mapValues { .array(TokenRight.words($0).map { .string($0) }) })
        }
        return [
            "channels": words(permissions.channels), "groups": words(permissions.groups),
            "users": words(permissions.users),
        ]
    }

    private static func rows(_ suffix: String, _ permissions: Permissions) -> [[String]] {
        func rows(_ kind: String, _ rights: [String: Int]) -> [[String]] {
            rights.sorted { $0.key < $1.key }.map { name, bits in
                [kind + suffix, name, TokenRight.words(bits).joined(separator: ", ")]
            }
        }
        return rows("channel", permissions.channels) + rows("group", permissions.groups)
            + rows("user", permissions.users)
    }
}
