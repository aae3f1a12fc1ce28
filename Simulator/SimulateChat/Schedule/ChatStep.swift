/// A step of a run.
enum ChatStep: Equatable, Sendable {
    case service(ServiceChange)
    case store(Int, StoreStep)
}

/// A step of one of the two stores.
enum StoreStep: Equatable, Sendable {
    /// At most this number of waiting events arrive, in one transaction.
    case deliver(Int)
    case disconnect
    /// The client connects and subscribes again. It receives missed events, or only later ones.
    case connect(isCaughtUp: Bool)
    /// This number of events is lost, which the client reports.
    case lose(Int)
    case unsubscribe(channel: Int)
    case subscribe(channel: Int)
    /// A unit of work of the backfill.
    case work(Trouble)
    /// The application fetches the history of a channel.
    case sync(channel: Int)
    /// The application writes a membership that the service does not have.
    case force(channel: Int, user: Int)
    /// The application stores a message to be sent later.
    case write(message: Int)
    /// It sends the entries of a channel. The outcome is that of the first call, and the steps occur during that call.
    case send(Int, SendOutcome, during: [ChatStep])
    /// It changes a stored message.
    case ask(AppChange, Int)
    /// It queues the refused entries again.
    case retry
    /// It removes such a message.
    case discard(Int)
    /// It changes a membership, or the read marker of a channel.
    case request(MemberRequest, channel: Int)
    /// The clock of the device jumps to this number of hours ahead.
    case setClock(Int)
    /// The token of the client ends: every request is refused until the client has another one.
    case endToken
    case renewToken
    /// It stores the draft of a channel, or removes it (0).
    case draft(channel: Int, text: Int)
    /// It removes all but this number of messages of each channel.
    case retain(Int)
    /// It removes the messages that are older than this number of seconds.
    case expire(Int)
    /// It fetches removed messages of a channel again.
    case fetchOlder(channel: Int)
    /// The program is killed, and starts again with the same store.
    case kill
}

/// The result of an attempt to send a message.
enum SendOutcome: String, CaseIterable, Sendable {
    case delivered
    /// The service has the message, and its response is lost.
    case lost
    /// The same, and the sender sends the message again immediately.
    case repeated
    /// The service refuses the message permanently.
    case refused
    /// The program is killed after the service received the message.
    case killed
}

/// The fault, and the concurrent change, in one unit of work.
struct Trouble: Equatable, Sendable {
    /// The index of the request that fails; nil for none.
    var refused: Int?
    /// The index of the request during which a change occurs at the service, and arrives before the response.
    var interrupted: Int?
    var meanwhile: [ServiceChange] = []
    /// The index of the request during which the program is killed; nil for none.
    var killed: Int?
}

extension ChatStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .service(let change): "service: \(change)"
        case .store(let number, let step): "store \(number): \(step)"
        }
    }
}

extension StoreStep: CustomStringConvertible {
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
        case .send(let pick, let outcome, let steps):
            "sends the entries of channel \(pick): \(outcome.rawValue)"
                + (steps.isEmpty ? "" : "; during the first call: \(steps.map(\.description))")
        case .ask(let change, let pick): "the application asks for \(change) of message \(pick)"
        case .retry: "queues the refused entries again"
        case .discard(let pick): "discards unsent message \(pick)"
        case .request(let request, let channel): "\(request) c\(channel)"
        case .setClock(let hours): "the clock of the device is \(hours) h ahead"
        case .endToken: "the token ends"
        case .renewToken: "the client gets a new token"
        case .draft(let channel, let text):
            text == 0 ? "removes the draft of c\(channel)" : "drafts t\(text) for c\(channel)"
        case .retain(let count): "removes all but \(count) messages of each channel"
        case .expire(let age): "removes messages older than \(age) s"
        case .fetchOlder(let channel): "fetches removed messages of c\(channel)"
        case .kill: "the program is killed and starts again"
        }
    }
}

extension Trouble: CustomStringConvertible {
    var description: String {
        (refused.map { "; query \($0) is refused" } ?? "")
            + (interrupted.map { "; during query \($0): \(meanwhile)" } ?? "")
            + (killed.map { "; the program is killed during query \($0)" } ?? "")
    }
}
