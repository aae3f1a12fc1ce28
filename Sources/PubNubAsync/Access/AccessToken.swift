public import Foundation
import PubNubCore
import PubNubMachines
import PubNubWire

/// Rights of an access token.
public struct AccessPermissions: OptionSet, Sendable, Hashable {
    /// The sum of the bits.
    public let rawValue: Int

    /// Makes permissions from their bits.
    ///
    /// - Parameter rawValue: The sum of the bits.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Subscribing, presence and history.
    public static let read = AccessPermissions(rawValue: 1)
    /// Publishing.
    public static let write = AccessPermissions(rawValue: 2)
    /// Changing channel groups and the members of channels.
    public static let manage = AccessPermissions(rawValue: 4)
    /// Deleting messages, users and channels.
    public static let delete = AccessPermissions(rawValue: 8)
    /// Reserved by the service.
    public static let create = AccessPermissions(rawValue: 16)
    /// Reading metadata.
    public static let get = AccessPermissions(rawValue: 32)
    /// Changing metadata.
    public static let update = AccessPermissions(rawValue: 64)
    /// Making users members of channels.
    public static let join = AccessPermissions(rawValue: 128)
}

/// The rights of an access token on channels, channel groups and users, by name or by pattern.
public struct AccessScope: Sendable, Hashable {
    /// The rights on channels.
    public var channels: [String: AccessPermissions]
    /// The rights on channel groups.
    public var groups: [String: AccessPermissions]
    /// The rights on users.
    public var users: [String: AccessPermissions]

    /// Makes a scope.
    ///
    /// - Parameters:
    ///   - channels: The rights on channels; none by default.
    ///   - groups: The rights on channel groups; none by default.
    ///   - users: The rights on users; none by default.
    public init(
        channels: [String: AccessPermissions] = [:],
        groups: [String: AccessPermissions] = [:],
        users: [String: AccessPermissions] = [:]
    ) {
        self.channels = channels
        self.groups = groups
        self.users = users
    }
}

/// An access token and its content. Only the service can check its signature.
public struct AccessToken: Sendable, Hashable {
    /// The token for ``PubNubClient/setToken(_:)``. It gives its rights to any holder, so treat it as a secret.
    public let string: String
    /// The version of its form; 2 today.
    public let version: Int
    /// The time at which it was issued.
    public let issued: Date
    /// The time for which it is valid, in whole minutes.
    public let validity: Duration
    /// The only client that may use it; `nil` for any.
    public let authorizedUserID: String?
    /// The rights by name.
    public let resources: AccessScope
    /// The rights on names that match a regular expression.
    public let patterns: AccessScope
    /// Further fields that the issuer added.
    public let meta: [String: JSON]

    /// The time at which it expires.
    public var expires: Date { issued + validity.inSeconds }

    /// A bound for tokens that are read, far above what the service issues.
    private static let maxMinutes = Int64(Int32.max)

    /// Reads a token.
    ///
    /// - Parameter string: The token, as the service issued it.
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/invalidToken``.
    public init(parsing string: String) throws(PubNubError) {
        guard let content = AccessTokenContent(ofToken: string) else {
            throw PubNubError(.invalidToken, "The string is not an access token.")
        }
        self.string = string
        version = content.version
        issued = Date(timeIntervalSince1970: Double(content.timestamp))
        validity = .seconds(min(max(content.minutes, 0), Self.maxMinutes) * 60)
        authorizedUserID = content.user
        resources = AccessScope(content.resources)
        patterns = AccessScope(content.patterns)
        meta = content.meta
    }
}

extension AccessToken: CustomStringConvertible {
    /// Version and times, without the token.
    public var description: String { "AccessToken(version \(version), issued \(issued), valid for \(validity))" }
}

/// Access tokens of the keyset. Granting and revoking need the secret key in the configuration, which only servers may have.
public struct AccessTokens: Sendable {
    let client: PubNubClient

    /// Issues a token.
    ///
    /// ```swift
    /// import PubNubAsync
    ///
    /// func issue(to user: String, _ server: PubNubClient) async throws -> AccessToken {
    ///     try await server.access.grantToken(
    ///         validFor: .seconds(3_600),
    ///         authorizedUserID: user,
    ///         resources: AccessScope(channels: ["lobby": [.read, .write]]),
    ///         patterns: AccessScope(channels: ["^room-[a-z]+$": .read])
    ///     )
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - validity: The time for which it is valid, in whole minutes: 1 to 43,200 minutes, which is 30 days. Any other time is
    ///     an error with the code ``PubNubError/Code-swift.struct/invalidArgument``.
    ///   - user: The only client that may use it; `nil`, the default, for any.
    ///   - resources: The rights by name; none by default.
    ///   - patterns: The rights on names in which a regular expression (RE2) finds a match; none by default. Begin it with `^`
    ///     and end it with `$` to match whole names.
    ///   - meta: Further fields: strings, numbers and booleans; none by default.
    /// - Returns: The token.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/secretKeyMissing`` without a secret key.
    public func grantToken(
        validFor validity: Duration,
        authorizedUserID user: String? = nil,
        resources: AccessScope = AccessScope(),
        patterns: AccessScope = AccessScope(),
        meta: [String: JSON] = [:]
    ) async throws(PubNubError) -> AccessToken {
        guard let minutes = validity.count(ofUnits: 60) else {
            throw PubNubError(
                .invalidArgument,
                "A token is valid for 1 to 43,200 whole minutes; \(validity) is not a number of whole minutes."
            )
        }
        let terms = AccessTokenTerms(
            minutes: minutes,
            user: user,
            resources: resources.onWire,
            patterns: patterns.onWire,
            meta: meta
        )
        let token = try await client.call { engine async throws(Failure) in try await engine.grantToken(terms) }
        return try AccessToken(parsing: token)
    }

    /// Ends the rights of a token before its time. Long polls with the token end with an error.
    ///
    /// - Parameter token: The token.
    /// - Throws: ``PubNubError``, with the code ``PubNubError/Code-swift.struct/secretKeyMissing`` without a secret key.
    public func revokeToken(_ token: String) async throws(PubNubError) {
        try await client.call { engine async throws(Failure) in try await engine.revokeToken(token) }
    }

    /// Reads a token; see ``AccessToken/init(parsing:)``.
    ///
    /// - Parameter token: The token.
    /// - Returns: Its content.
    /// - Throws: ``PubNubError`` with the code ``PubNubError/Code-swift.struct/invalidToken``.
    public func parse(_ token: String) throws(PubNubError) -> AccessToken {
        try AccessToken(parsing: token)
    }
}

extension PubNubClient {
    /// Access tokens.
    public var access: AccessTokens { AccessTokens(client: self) }
}

extension AccessScope {
    fileprivate init(_ permissions: AccessTokenContent.Permissions) {
        self.init(
            channels: permissions.channels.mapValues { AccessPermissions(rawValue: $0) },
            groups: permissions.groups.mapValues { AccessPermissions(rawValue: $0) },
            users: permissions.users.mapValues { AccessPermissions(rawValue: $0) }
        )
    }

    fileprivate var onWire: AccessTokenContent.Permissions {
        AccessTokenContent.Permissions(
            channels: channels.mapValues(\.rawValue),
            groups: groups.mapValues(\.rawValue),
            users: users.mapValues(\.rawValue)
        )
    }
}
