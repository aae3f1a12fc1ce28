import ArgumentParser

/// `pubnub push`
struct PushCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Choose of which channels a device is notified.",
        discussion: """
            TOKEN is what the push service gave the device, in hexadecimal digits.

              pubnub push add "$TOKEN" news weather
              pubnub push list "$TOKEN"
              pubnub push remove "$TOKEN" weather
              pubnub push remove-all "$TOKEN"
            """,
        subcommands: [
            PushChangeCommand<ListAddition>.self, PushChangeCommand<ListRemoval>.self, PushListCommand.self,
            PushRemoveAllCommand.self,
        ]
    )

    func run() throws {
        throw SubcommandCheck.missing(in: Self.self)
    }
}
