import PubNub

/// `add`
enum ListAddition: ListChange {
    static let word = "add"
    static let report = (done: "added", preposition: "to")
    static let groups = (
        abstract: "Add channels to a group, which need not exist yet.",
        examples: """
          pubnub groups add friends ann bob
          pubnub groups add team ann --namespace work
        """
    )
    static let push = (
        abstract: "Notify a device of messages on channels.",
        examples: """
          pubnub push add "$TOKEN" news weather
        """
    )

    static func change(_ channels: [PNChannel], of group: PNChannelGroup, with client: PubNub) async throws {
        try await client.add(channels, to: group)
    }

    static func change(_ channels: [PNChannel], of device: PushOptions, with client: PubNub) async throws {
        try await client.enablePush(on: channels, device)
    }
}
