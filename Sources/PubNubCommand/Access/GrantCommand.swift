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
            applies to the lower ones. 'pubnub revoke' revokes rights.
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
        help: ArgumentHelp(
            "How long the rights last, such as 90m or 7d; a number without a unit counts minutes; 0 for no expiry. "
                + "Default: 1d.",
            valueName: "duration"
        )
    )
    var ttl: DurationArgument?

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
