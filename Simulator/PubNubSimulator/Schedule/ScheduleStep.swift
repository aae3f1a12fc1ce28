@testable import PubNubMachines

/// One external event of a run: the application, the network, the service or other clients act.
enum ScheduleStep: Equatable, Sendable {
    case connect
    case disconnect
    case suspend
    case resume
    case networkBecameAvailable
    case networkChanged
    case change(SubscriptionChange.Kind, [SubscriptionChange.Entry])
    case reconfigure(Configuration, requiresReconnect: Bool)
    /// The application sets the keys of another keyset.
    case changeKeys(keyset: Int)
    /// The application makes a call; calls with the same order run one after another.
    case call(order: Int?, isRepeatable: Bool)
    /// The application makes a call that waits for the calls before it.
    case inLine(LineStep)
    case replies(DelegateReplies)
    /// Another client sends this many messages to a stream.
    case publish(stream: Int, count: Int)
    case link(Link)
    /// Every open connection breaks.
    case cut
    case fault(Fault, Fault.Lane, count: Int)
    /// The transport holds back this many of the next calls, each for this many microseconds.
    case holdBack(count: Int, time: Int)
    /// The access manager revokes the rights for a name.
    case revoke(String)
    case grantAll
    /// The application passes messages to its outbox.
    case give(channel: Int, count: Int)
    case clearOutbox
    /// The service responds with a 5xx to each message that the outbox sends to a channel.
    case spoil(channel: Int)
    case fillDisk(writes: Int)
    /// The process is killed and started again.
    case kill
    /// The time, in microseconds, that the application takes for each message from now on; nil if it processes none.
    case take(eachAfter: Int?)
    /// The application begins, changes or ends an iteration.
    case iterate(IterationModel.Step)
}

extension ScheduleStep: CustomStringConvertible {
    var description: String {
        switch self {
        case .connect: "the application connects"
        case .disconnect: "the application disconnects"
        case .suspend: "the application suspends"
        case .resume: "the application resumes"
        case .networkBecameAvailable: "the network becomes available"
        case .networkChanged: "the network changes"
        case .change(let kind, let entries):
            "the application calls \(kind.words)" + (entries.isEmpty ? "" : " ")
                + entries.map(\.words).joined(separator: ", ")
        case .reconfigure(let configuration, let requiresReconnect):
            "the application configures \(configuration)" + (requiresReconnect ? ", which needs a reconnect" : "")
        case .changeKeys(let keyset): "the application configures the keys of keyset \(keyset)"
        case .call(let order, let isRepeatable):
            "the application makes a call" + (order.map { " of order \($0)" } ?? "")
                + (isRepeatable ? "" : " that must not be repeated")
        case .inLine(let call): "the application calls in line: \(call)"
        case .replies(let replies): "the delegate's answers are now: \(replies)"
        case .publish(let stream, let count):
            "others send \(count) " + (World.isPresence(stream) ? "presence events" : "messages")
                + " to \(World.channel(of: stream))"
        case .link(let link): "the network is now \(link)"
        case .cut: "all connections break"
        case .fault(let fault, let lane, let count): "the next \(count) \(lane.rawValue) requests: \(fault)"
        case .holdBack(let count, let time):
            "the transport holds back the next \(count) calls for \(time.secondsText) each"
        case .revoke(let name): "access to \(name) is revoked"
        case .grantAll: "access to everything is granted"
        case .give(let channel, let count):
            "the application gives \(count) messages for \(World.channels[channel]) to its outbox"
        case .clearOutbox: "the application clears its outbox"
        case .spoil(let channel): "the service takes nothing of the outbox for \(World.channels[channel]) any more"
        case .fillDisk(let writes): "the next \(writes) messages cannot be written"
        case .kill: "the process is killed and started again"
        case .iterate(let step): "\(step)"
        case .take(let pace):
            pace.map { "the application takes \($0.secondsText) for a message" }
                ?? "the application takes no messages any more"
        }
    }
}

extension SubscriptionChange.Kind {
    var words: String {
        switch self {
        case .subscribe: "subscribe"
        case .unsubscribe: "unsubscribe"
        case .enablePresence: "enable presence of"
        case .disablePresence: "disable presence of"
        case .identify(let identifier, let catchUp):
            "identify as \(identifier) \(catchUp ? "with" : "without") catch-up"
        }
    }
}

extension SubscriptionChange.Entry {
    var words: String {
        let name = target.isGroup ? "group \(target.name)" : target.name
        return (messages ? name : "\(name)-pnpres")
            + (presence.map { $0 ? " with presence" : " without presence" } ?? "")
    }
}
