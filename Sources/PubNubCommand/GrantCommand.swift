import ArgumentParser
import PubNub

/// `pubnub grant`
struct GrantCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "grant",
        abstract: "Give access rights, or revoke them.",
        discussion: """
            The request is signed with the secret key, which belongs into PUBNUB_SECRET_KEY.

              pubnub grant --channel chat --read --write --ttl 60
              pubnub grant --channel chat --auth alice --auth bob --read
              pubnub grant --group friends --read --manage
              pubnub grant --channel chat --auth bob

            Without --channel and --group the rights are given on everything. What is not \
            named is not allowed any longer; with neither --read, --write nor --manage all \
            rights are revoked. A right given on a higher level holds on the lower ones, too.
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

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        let wanted: [(Bool, PNAccessRights)] = [
            (read, .readAccessRight), (write, .writeAccessRight), (manage, .managementRight),
        ]
        let rights = wanted.filter(\.0).reduce(into: PNAccessRights()) { $0.insert($1.1) }
        let found = try await client.changedRights(
            of: access.keys,
            on: access.objects,
            to: rights.isEmpty ? .noAccessRights : rights,
            minutes: ttl?.minutes ?? -1
        )
        output.result(found.report, forPeople: found.lines)
    }
}
