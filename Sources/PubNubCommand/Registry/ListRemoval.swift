import PubNub

/// `remove`
enum ListRemoval: ListChange {
    static let word = "remove"
    static let report = (done: "removed", preposition: "from")
    static let groups = (
        abstract: "Remove channels from a group.",
        examples: """
          pubnub groups remove friends bob
        """
    )
    static let push = (
        abstract: "Notify a device of messages on channels no longer.",
        examples: """
          pubnub push remove "$TOKEN" news weather
        """
    )

    static func change(_ channels: [PNChannel], of group: PNChannelGroup, with client: PubNub) async throws {
        try await client.remove(channels, from: group)
    }

    static func change(_ channels: [PNChannel], of device: PushOptions, with client: PubNub) async throws {
        try await client.disablePush(on: channels, device)
    }
}
