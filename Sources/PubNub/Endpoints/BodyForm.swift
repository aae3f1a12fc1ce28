/// How the body of a request travels.
enum BodyForm: Sendable, Equatable {
    /// Compressed with gzip.
    case compressed
    /// As it is; with an entity tag, only for what still has that tag.
    case plain(ifMatch: String? = nil)
}
