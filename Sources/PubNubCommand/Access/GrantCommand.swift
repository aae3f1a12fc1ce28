import ArgumentParser
import PubNub

/// `pubnub grant`
struct GrantCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Grant access rights.",
        discussion: """
            The request is signed with the secret key. Set it in PUBNUB_SECRET_KEY.

              pubnub grant --channel chat --read --write --ttl 1h
              pubnub grant --channel chat --auth alice --auth bob --read
              pubnub grant --group friends --read --manage

            Without --channel and --group the rights apply to the whole subscribe key. \
            They replace earlier rights on the same level. A right on a higher level also \
            applies to the lower ones. 'pubnub revoke' revokes rights. \
            The server of 'pubnub origin' checks rights only with --access-manager.
            """
    )

    @OptionGroup var access: AccessOptions

    @Flag(help: "Allow subscribing, presence and history.")
    var read = false

    @Flag(help: "Allow publishing.")
    var write = false

    @Flag(help: "Allow changing channel groups.")
    var manage = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "How long the rights last, such as 90m or 7d; a number without a unit counts minutes; 0 for no expiry. "
                + "Default: 1d.",
            valueName: "duration"
        )
    )
    var ttl: DurationArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard rights.isEmpty else { return }
        throw ValidationError(
            "Name at least one right: --read, --write or --manage. To revoke rights, use 'pubnub revoke'."
        )
    }

    /// The rights that the flags name.
    private var rights: PNAccessRights {
        var rights: PNAccessRights = []
        if read { rights.insert(.readAccessRight) }
        if write { rights.insert(.writeAccessRight) }
        if manage { rights.insert(.managementRight) }
        return rights
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let found = try await client.changedRights(
            of: access.keys,
            on: access.objects,
            to: rights,
            minutes: ttl?.rounded(to: .minutes) ?? -1
        )
        output.result(found.report, forPeople: found.lines)
    }
}

/// `pubnub revoke`
struct RevokeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Revoke access rights.",
        discussion: """
            The request is signed with the secret key. Set it in PUBNUB_SECRET_KEY.

              pubnub revoke --channel chat
              pubnub revoke --channel chat --auth bob
              pubnub revoke --group friends
              pubnub revoke --everything

            Revokes all rights that were granted on exactly this level. Rights that were granted on \
            a higher level or to single keys remain.
            """
    )

    @OptionGroup var access: AccessOptions

    @Flag(help: "Revoke the rights that were granted on the whole subscribe key.")
    var everything = false

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if everything != access.objects.isEmpty {
            throw ValidationError(
                "Name what to revoke: --channel or --group, or --everything for the rights on the whole subscribe key."
            )
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let found = try await client.changedRights(
            of: access.keys,
            on: access.objects,
            to: .noAccessRights,
            minutes: 0
        )
        output.result(found.report, forPeople: found.lines)
    }
}

/// `pubnub audit`
struct AuditCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "audit",
        abstract: "List granted access rights.",
        discussion: """
            The request is signed with the secret key. Set it in PUBNUB_SECRET_KEY.

              pubnub audit
              pubnub audit --channel chat
              pubnub audit --channel chat --auth alice
              pubnub audit --group friends --json

            Without --channel and --group the command lists all rights of the subscribe key.
            """
    )

    @OptionGroup var access: AccessOptions
    @OptionGroup var common: CommonOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let found = try await client.auditedRights(of: access.keys, on: access.objects)
        output.result(found.report, forPeople: found.lines)
    }
}

/// The channels, groups and keys of `grant`, `revoke` and `audit`.
struct AccessOptions: ParsableArguments {
    @OptionGroup var targets: AccessTargets<String>

    @Option(
        name: .customLong("auth"),
        help: ArgumentHelp("Authorization key; may be repeated. Default: all clients.", valueName: "key")
    )
    var keys: [String] = []

    func validate() throws {
        if !keys.isEmpty, objects.isEmpty {
            throw ValidationError(
                "--auth needs --channel or --group, because an authorization key has rights on channels and groups."
            )
        }
    }

    /// The channels and groups as objects of the library.
    var objects: [any PNChannelProtocol] {
        targets.channels.map { PNChannel.exactly(named: $0) as any PNChannelProtocol }
            + targets.groups.map { PNChannelGroup.object(wireName: $0) }
    }
}
