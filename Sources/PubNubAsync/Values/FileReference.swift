/// What identifies a file in its channel.
public struct FileReference: Sendable, Hashable, Codable {
    /// The identifier that the service gave it.
    public let id: String
    /// The name that the service gave it, which may differ from the name of the upload.
    public let name: String

    /// Makes a reference, for example from stored values.
    ///
    /// - Parameters:
    ///   - id: The identifier.
    ///   - name: The name.
    public init(id: String, name: String) {
        self.id = id
        self.name = name
    }
}
