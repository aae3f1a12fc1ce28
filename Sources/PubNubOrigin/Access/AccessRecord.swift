/// A change of rights as it is kept: without rights, what there was is gone.
struct AccessRecord: Hashable, Sendable {
    let target: AccessTarget
    /// The authorization key; nil for everybody.
    let key: String?
    let grant: AccessGrant
}
