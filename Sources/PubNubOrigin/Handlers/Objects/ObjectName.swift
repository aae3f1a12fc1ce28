/// What identifiers of users and channels may be.
enum ObjectName {
    /// What is wrong with an identifier; nil when nothing is.
    static func fault(_ id: String, _ kind: ObjectKind, longest: Int) -> String? {
        guard (1...longest).contains(id.utf8.count) else {
            return "\(kind.title) id must be between 1 and \(longest) bytes long."
        }
        guard !OriginState.isDotSegment(id) else { return "\(kind.title) id must not be . or .. alone." }
        let isAllowed = id.unicodeScalars.allSatisfy { scalar in
            !",/\\*:".unicodeScalars.contains(scalar) && scalar.properties.generalCategory != .control
        }
        return isAllowed ? nil : "\(kind.title) id must not contain , / \\ * : or control characters."
    }
}
