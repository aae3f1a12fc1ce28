import PubNub

/// What a command does to the channels of a group or of a device.
protocol ListChange: SendableMetatype {
    /// The command's name.
    static var word: String { get }
    /// What it has done, with the word that leads to the group.
    static var report: (done: String, preposition: String) { get }
    /// What it is for, in a sentence, and its examples.
    static var groups: (abstract: String, examples: String) { get }
    static var push: (abstract: String, examples: String) { get }

    static func change(_ channels: [PNChannel], of group: PNChannelGroup, with client: PubNub) async throws
    static func change(_ channels: [PNChannel], of device: PushOptions, with client: PubNub) async throws
}

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
