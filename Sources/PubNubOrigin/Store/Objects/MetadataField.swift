/// A field of metadata that holds a text.
enum MetadataField: String, Sendable, Hashable, CaseIterable {
    case name
    case externalId
    case profileUrl
    case email
    case description
    case type
    case status
}
