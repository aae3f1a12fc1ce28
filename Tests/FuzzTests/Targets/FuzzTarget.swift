/// Something that reads bytes from outside, with the properties that hold whatever the bytes are.
struct FuzzTarget: Sendable {
    /// What it is called on the command line; also the name of its folders in `Corpus` and `Crashes`.
    let name: String

    /// The file in `Dictionaries` with the words its input is made of; nil for none.
    var dictionary: String?

    /// The longest input that is tried, in bytes.
    var longest = 2048

    /// Checks the properties for one input; throws the one that does not hold.
    let check: @Sendable ([UInt8]) throws -> Void
}

extension FuzzTarget {
    /// All targets. A new one is added here and nowhere else.
    static let all: [FuzzTarget] =
        JSONTargets.all + TextTargets.all + CodecTargets.all + CipherTargets.all + SubscribeTargets.all
        + ReplyTargets.all + RouteTargets.all + FilterTargets.all + OriginTargets.all + ObjectTargets.all
        + ChatTargets.all + OutboxTargets.all + NetlinkTargets.all + ProxyTargets.all

    /// The target of a name; nil when there is none.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
