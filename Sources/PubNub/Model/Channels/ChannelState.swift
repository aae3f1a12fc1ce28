import PubNubLocks
import PubNubWire

/// The identity of a channel object: its kind and its name on the wire. Names are different if their bytes are.
struct ChannelIdentity: Sendable {
    enum Kind: Sendable {
        case channel, presence, group, groupPresence, namespace
    }

    let kind: Kind
    let name: String
}

extension ChannelIdentity: Hashable {
    static func == (left: ChannelIdentity, right: ChannelIdentity) -> Bool {
        left.kind == right.kind && left.name.hasSameBytes(as: right.name)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(kind)
        name.hashBytes(into: &hasher)
    }
}

/// The data about one channel or group, shared by all objects of that name.
final class ChannelState: Sendable {
    struct Values: Sendable {
        var timetoken: Timetoken?
        var presenceDate: PNDate?
        var occupancy: UInt = 0
        var participants: Set<NameKey> = []
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

/// Finds the shared state of a name. An entry exists while a channel object of that name does.
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
        // The successor is released outside of the lock: its deinit would take the lock again.
        let successor = entries.withLock { entries -> ChannelState? in
            if let state = entries[identity]?.state { return state }
            entries[identity] = nil
            return nil
        }
        _ = successor
    }

    /// Forgets the data about every name. Existing objects share the data from now on.
    static func empty() {
        // Released outside of the lock for the same reason.
        let states = entries.withLock { $0.values.compactMap(\.state) }
        for state in states { state.update { $0 = ChannelState.Values() } }
    }
}
