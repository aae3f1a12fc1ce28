import ArgumentParser
import PubNub

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
