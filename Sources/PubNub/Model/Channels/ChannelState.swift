import PubNubLocks
import PubNubWire

/// What makes two channel objects the same one: the kind of thing and its name on the wire.
struct ChannelIdentity: Hashable, Sendable {
    enum Kind: Sendable {
        case channel, presence, group, groupPresence, namespace
    }

    let kind: Kind
    let name: String
}

/// What is known about one channel or group, shared by every object of that name.
final class ChannelState: Sendable {
    struct Values: Sendable {
        var timetoken: Timetoken?
        var presenceDate: PNDate?
        var occupancy: UInt = 0
        var participants: Set<String> = []
        var groupChannels: [PNChannel] = []
    }

    private let identity: ChannelIdentity
    private let values = Locked(Values())

    init(identity: ChannelIdentity) {
        self.identity = identity
    }

    deinit {
        ChannelStates.forget(identity)
    }

    var current: Values {
        values.withLock { $0 }
    }

    func update(_ change: (inout Values) -> Void) {
        values.withLock { change(&$0) }
    }
}

/// Finds the shared state of a name. Entries live only as long as some channel object of that name does.
enum ChannelStates {
    private struct Entry {
        weak var state: ChannelState?
    }

    private static let entries = Locked<[ChannelIdentity: Entry]>([:])

    static func isKnown(_ identity: ChannelIdentity) -> Bool {
        entries.withLock { $0[identity] != nil }
    }

    static func state(for identity: ChannelIdentity) -> ChannelState {
        entries.withLock { entries in
            if let state = entries[identity]?.state { return state }
            let state = ChannelState(identity: identity)
            entries[identity] = Entry(state: state)
            return state
        }
    }

    static func forget(_ identity: ChannelIdentity) {
        // A successor is carried out of the lock: letting go of it inside could run its deinit, which locks again.
        let successor = entries.withLock { entries -> ChannelState? in
            if let state = entries[identity]?.state { return state }
            entries[identity] = nil
            return nil
        }
        _ = successor
    }

    /// Forgets what is known about every name. Objects go on to share what is learnt from now on.
    static func empty() {
        // Carried out of the lock for the same reason.
        let states = entries.withLock { $0.values.compactMap(\.state) }
        for state in states { state.update { $0 = ChannelState.Values() } }
    }
}
