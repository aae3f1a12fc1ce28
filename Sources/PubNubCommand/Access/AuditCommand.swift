import ArgumentParser
import PubNub

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
