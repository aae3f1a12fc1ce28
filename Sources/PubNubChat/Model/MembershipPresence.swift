/// Whether a member is there, and with which state.
public struct MembershipPresence: Hashable, Sendable {
    /// Whether the user is on the channel.
    public var isPresent: Bool
    /// The state of the user on the channel: kept, cleared or replaced.
    public var presenceState: OptionalChange<ChatJSON> { didSet { stateSource = SourceJSON() } }
    /// The text that the state was read from.
    var stateSource = SourceJSON()

    /// Makes a presence.
    ///
    /// - Parameters:
    ///   - isPresent: Whether the user is on the channel.
    ///   - presenceState: The state of the user on the channel; kept unless told.
    public init(isPresent: Bool, presenceState: OptionalChange<ChatJSON> = .noChange) {
        self.isPresent = isPresent
        self.presenceState = presenceState
    }
}
