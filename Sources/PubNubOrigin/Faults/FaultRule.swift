/// Which requests a fault strikes, and what it does.
public struct FaultRule: Sendable, Equatable {
    /// Which of the matching requests are struck, counted from 1.
    public enum Occurrence: Sendable, Equatable {
        /// All.
        case always
        /// Only this one.
        case nth(Int)
        /// This many, from the first on.
        case first(Int)
        /// Every multiple of this number.
        case every(Int)

        func includes(_ count: Int) -> Bool {
            switch self {
            case .always: true
            case .nth(let number): count == number
            case .first(let number): count <= number
            case .every(let number): number > 0 && count % number == 0
            }
        }
    }

    /// The family of calls; nil matches all, also requests that no route serves.
    public var family: FaultFamily?
    /// A channel or group that the request names; nil matches all.
    public var channel: String?
    /// Which of the matching requests are struck.
    public var occurrence: Occurrence
    /// What goes wrong.
    public var action: FaultAction

    /// A fault for requests of one family, or all, that name one channel, or any.
    public init(
        _ action: FaultAction,
        family: FaultFamily? = nil,
        channel: String? = nil,
        occurrence: Occurrence = .always
    ) {
        self.action = action
        self.family = family
        self.channel = channel
        self.occurrence = occurrence
    }
}
