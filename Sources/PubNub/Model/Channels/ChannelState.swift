import PubNubSupport
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
    /// A client that is known to be on the channel.
    struct Participant: Sendable {
        /// The state of the client on the channel; `nil` if it is not known.
        var state: JSON?
    }

    struct Values: Sendable {
        /// The maximum number of participants with an identifier.
        static let maxParticipants = 131_072

        var timetoken: Timetoken?
        var presenceDate: PNDate?
        var occupancy: UInt = 0
        /// The participants with an identifier.
        var participants: [NameKey: Participant] = [:]
        /// The number of clients without an identifier, as the last list of participants had it.
        var anonymous: UInt = 0
        var groupChannels: [PNChannel] = []

        /// Adds a participant. Its former state remains if the new one is `nil`.
        mutating func add(_ identifier: String, state: JSON? = nil) {
            let key = NameKey(identifier)
            guard participants.count < Self.maxParticipants || participants[key] != nil else { return }
            participants[key] = Participant(state: state ?? participants[key]?.state)
        }

        mutating func remove(_ identifier: String) {
            participants[NameKey(identifier)] = nil
        }
    }

    private let identity: ChannelIdentity
    private let values = Locked(Values())

    /// The object that the factories return for the name, while it exists. ``ChannelStates`` uses it under its lock.
    fileprivate weak nonisolated(unsafe) var object: PNChannel?

    init(identity: ChannelIdentity) {
        self.identity = identity
    }

    deinit {
        ChannelStates.forget(identity)
    }

    var current: Values {
        values.withLock { $0 }
    }

    var participantCount: Int {
        values.withLock { $0.participants.count }
    }

    func update(_ change: (inout Values) -> Void) {
        values.withLock { change(&$0) }
    }
}

/// Finds the shared state and the shared object of a name. An entry exists while a channel object of that name does.
enum ChannelStates {
    private struct Entry {
        weak var state: ChannelState?
    }

    private static let entries = Locked<[ChannelIdentity: Entry]>([:])

    static func isKnown(_ identity: ChannelIdentity) -> Bool {
        entries.withLock { $0[identity] != nil }
    }

    static func state(for identity: ChannelIdentity) -> ChannelState {
        entries.withLock { state(for: identity, in: &$0) }
    }

    /// Returns the shared object of a name.
    ///
    /// - Parameters:
    ///   - identity: The kind and the name.
    ///   - make: Makes the object if none exists. It must not look for another one.
    /// - Returns: The object that exists, or the new one.
    static func object(for identity: ChannelIdentity, _ make: (ChannelState) -> PNChannel) -> PNChannel {
        entries.withLock { entries in
            let state = state(for: identity, in: &entries)
            if let known = state.object { return known }
            let object = make(state)
            state.object = object
            return object
        }
    }

    /// Makes an object that an initializer made the shared one, unless its name has one.
    static func introduce(_ object: PNChannel) {
        // Released outside of the lock: the deinit of another state would take the lock again.
        let known = entries.withLock { _ in
            let known = object.state.object
            if known == nil { object.state.object = object }
            return known
        }
        _ = known
    }

    private static func state(for identity: ChannelIdentity, in entries: inout [ChannelIdentity: Entry]) -> ChannelState
    {
        if let state = entries[identity]?.state { return state }
        let state = ChannelState(identity: identity)
        entries[identity] = Entry(state: state)
        return state
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
