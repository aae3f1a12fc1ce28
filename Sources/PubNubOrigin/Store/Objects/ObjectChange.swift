/// A change of what App Context knows.
struct ObjectChange: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// A record takes the place of an earlier one.
        case set(MetadataRecord, ObjectKind)
        case remove(String, ObjectKind)
        /// A membership takes the place of an earlier one.
        case join(MembershipRecord)
        case part(user: String, channel: String)
    }

    let keyset: String
    let kind: Kind
}
