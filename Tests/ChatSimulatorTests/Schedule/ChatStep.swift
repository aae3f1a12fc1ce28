/// One thing that happens in a run.
enum ChatStep: Equatable, Sendable {
    case service(ServiceChange)
    case copy(Int, CopyStep)
}

/// What happens at one of the two stores.
enum CopyStep: Equatable, Sendable {
    /// At most so many of the events that wait arrive, in one transaction.
    case deliver(Int)
    case disconnect
    /// The client connects and subscribes again; it gets what it missed, or hears only what comes.
    case connect(isCaughtUp: Bool)
    /// So many events are lost, which the client reports.
    case lose(Int)
    case unsubscribe(channel: Int)
    case subscribe(channel: Int)
    /// One piece of the work that makes the store whole.
    case work(Trouble)
    /// The application fetches the history of a channel.
    case sync(channel: Int)
    /// The application writes a membership that the service does not have.
    case force(channel: Int, user: Int)
    /// The application stores a message to be sent later.
    case write(message: Int)
    /// It sends such a message; the answer may get lost.
    case send(Int, isAnswered: Bool)
}

/// What goes wrong, and what happens in the meantime, in one piece of work.
struct Trouble: Equatable, Sendable {
    /// The question that fails, counted from 0; nil for none.
    var refused: Int?
    /// The question during which something happens at the service, and arrives before the answer does.
    var interrupted: Int?
    var meanwhile: [ServiceChange] = []
}

extension ChatStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .service(let change): "service: \(change)"
        case .copy(let number, let step): "store \(number): \(step)"
        }
    }
}

extension CopyStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .deliver(let count): "at most \(count) events arrive"
        case .disconnect: "the connection is lost"
        case .connect(let isCaughtUp): "connects \(isCaughtUp ? "and gets what it missed" : "without what it missed")"
        case .lose(let count): "\(count) events are lost, which is reported"
        case .unsubscribe(let channel): "unsubscribes c\(channel)"
        case .subscribe(let channel): "subscribes c\(channel)"
        case .work(let trouble): "works\(trouble)"
        case .sync(let channel): "the application fetches the history of c\(channel)"
        case .force(let channel, let user): "the application forces u\(user) into c\(channel)"
        case .write(let message): "the application stores unsent m\(message)"
        case .send(let pick, let isAnswered): "sends unsent message \(pick)\(isAnswered ? "" : "; the answer is lost")"
        }
    }
}

extension Trouble: CustomStringConvertible {
    var description: String {
        (refused.map { "; question \($0) is refused" } ?? "")
            + (interrupted.map { "; during question \($0): \(meanwhile)" } ?? "")
    }
}
