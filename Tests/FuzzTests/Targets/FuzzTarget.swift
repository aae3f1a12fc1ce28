/// A reader of untrusted bytes, with the properties that hold for all of them.
struct FuzzTarget: Sendable {
    /// The name of the target on the command line, and of its folders in `Corpus` and `Crashes`.
    let name: String

    /// The file in `Dictionaries` with the words of its input; nil if it has none.
    var dictionary: String?

    /// The maximum length of an input, in bytes.
    var longest = 2048

    /// Checks the properties for one input; throws the broken one.
    let check: @Sendable ([UInt8]) throws -> Void
}

extension FuzzTarget {
    /// All targets. Add new ones only here.
    static let all: [FuzzTarget] =
        JSONTargets.all + TextTargets.all + CodecTargets.all + CipherTargets.all + SubscribeTargets.all
        + ReplyTargets.all + RouteTargets.all + FilterTargets.all + OriginTargets.all + ObjectTargets.all
        + ChatTargets.all + OutboxTargets.all + NetlinkTargets.all + ProxyTargets.all + TokenTargets.all
        + HTTPTargets.all + HTTP2Targets.all

    /// The target with a name; nil if it does not exist.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }
}
