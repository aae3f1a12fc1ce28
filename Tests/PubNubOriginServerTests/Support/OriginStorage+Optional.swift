import PubNubOriginServer

extension OriginStorage {
    /// A file, or memory without a path.
    static func optional(_ path: String?) -> OriginStorage { path.map { .file($0) } ?? .memory }
}
