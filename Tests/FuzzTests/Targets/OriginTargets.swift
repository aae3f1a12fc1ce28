@testable import PubNubOrigin
import PubNubWire

/// Requests to the origin, one after the other.
enum OriginTargets {
    static let all = [FuzzTarget(name: "origin", dictionary: "http", longest: 2048, check: origin)]

    /// The first byte selects a configuration. Then each line is a request: its method, its target and, after a tab,
    /// its body. A line `+20` advances the time by 20 seconds.
    private static func origin(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let configuration = input.choice([plain, guarded, crowded])
        let transcript = try run(input.lines, configuration)
        try require(try run(input.lines, configuration) == transcript, "the same requests get the same answers")
    }

    private static func run(_ lines: [ArraySlice<UInt8>], _ configuration: OriginConfiguration) throws -> [String] {
        var bench = OriginBench(configuration: configuration)
        for line in lines.prefix(64) { try bench.take(line) }
        return try bench.finish()
    }

    private static let plain = OriginConfiguration()

    private static let guarded = OriginConfiguration(
        publishKey: "pub",
        subscribeKey: "sub",
        secretKey: "secret",
        accessManager: true
    )

    /// Limits that are low enough to be reached.
    private static let crowded: OriginConfiguration = {
        var limits = OriginLimits()
        limits.messageBytes = 64
        limits.messageBuffer = 2
        limits.pageMessages = 1
        limits.channelsPerGroup = 2
        limits.registeredChannels = 3
        limits.bufferedChannels = 2
        limits.waitingNames = 3
        limits.occupants = 3
        limits.stateBytes = 64
        limits.objects = 3
        limits.storedMessagesPerChannel = 2
        limits.storedBytes = 1024
        limits.announceMaximum = 1
        limits.presenceInterval = .seconds(10)
        return OriginConfiguration(limits: limits)
    }()
}
