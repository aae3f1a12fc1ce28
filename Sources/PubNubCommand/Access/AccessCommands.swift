import ArgumentParser
import PubNub

/// `pubnub grant`
struct GrantCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Give access rights.",
        discussion: """
            The request is signed with the secret key, which belongs into PUBNUB_SECRET_KEY.

              pubnub grant --channel chat --read --write --ttl 60
              pubnub grant --channel chat --auth alice --auth bob --read
              pubnub grant --group friends --read --manage

            Without --channel and --group the rights are given on the whole subscribe key. \
            The rights replace those that were given before on the same level. A right given \
            on a higher level also holds on the lower ones. 'pubnub revoke' takes rights away.
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var access: AccessOptions

    @Flag(help: "Allow subscribing, presence and history.")
    var read = false

    @Flag(help: "Allow publishing.")
    var write = false

    @Flag(help: "Allow changing channel groups.")
    var manage = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("For how long; 0 is for ever. Without it a day.", valueName: "minutes")
    )
    var ttl: MinutesArgument?

    func validate() throws {
        guard rights.isEmpty else { return }
        throw ValidationError(
            "Name at least one right to give: --read, --write or --manage. To take rights away, use 'pubnub revoke'."
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
            minutes: ttl?.minutes ?? -1
        )
        output.result(found.report, forPeople: found.lines)
    }
}

/// `pubnub revoke`
struct RevokeCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "revoke",
        abstract: "Take access rights away.",
        discussion: """
            The request is signed with the secret key, which belongs into PUBNUB_SECRET_KEY.

              pubnub revoke --channel chat
              pubnub revoke --channel chat --auth bob
              pubnub revoke --group friends
              pubnub revoke --everything

            Takes all rights that were given on exactly this level. Rights that were given on \
            a higher level, or to single keys, stay.
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var access: AccessOptions

    @Flag(help: "Revoke the rights that were given on the whole subscribe key.")
    var everything = false

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
        abstract: "Print the access rights that are given.",
        discussion: """
            The request is signed with the secret key, which belongs into PUBNUB_SECRET_KEY.

              pubnub audit
              pubnub audit --channel chat
              pubnub audit --channel chat --auth alice
              pubnub audit --group friends --json

            Without --channel and --group it prints those of the whole subscribe key.
            """
    )

    @OptionGroup var common: CommonOptions
    @OptionGroup var access: AccessOptions

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let found = try await client.auditedRights(of: access.keys, on: access.objects)
        output.result(found.report, forPeople: found.lines)
    }
}
