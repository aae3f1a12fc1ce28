import PubNubWire

extension OriginLimits {
    /// Whether no name of a list is too long. The suffix of presence does not count, and a group and its namespace are two names.
    func acceptLengths(of names: [String]) -> Bool {
        names.map(ChannelName.base).flatMap { $0.split(at: ":", keepsEmpty: true).map(String.init) }
            .allSatisfy { !NameLength.isExceeded(by: $0, limit: nameLength) }
    }
}
