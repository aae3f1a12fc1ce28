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
