/// The phases of a server.
public enum OriginPhase: Sendable, Hashable {
    /// It was not started yet.
    case new
    /// It opens its data file and starts to listen.
    case starting
    /// It listens and serves.
    case serving
    /// It serves, and will stop; new traffic should go elsewhere.
    case draining
    /// It has stopped, is stopping, or could not start.
    case stopped
}
