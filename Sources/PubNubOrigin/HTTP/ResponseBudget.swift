import PubNubSupport
import PubNubWire

/// The memory of the long responses that clients have yet to read, of all connections together.
///
/// A response that finds no room is replaced by 503. An address may take a quarter of the room and a keyset half of it, so that neither
/// leaves nothing to others; a response to a client that has none in flight needs room in the whole only.
final class ResponseBudget: Sendable {
    /// Shorter responses are not counted: the buffers of a connection are larger.
    static let minBytes = 16 * 1024

    /// The client and the keyset of a response.
    struct Holder: Sendable {
        /// nil for a client whose address has no share of its own, such as a proxy on this machine.
        let address: AddressKey?
        /// nil for a request of no keyset, and if clients may choose their keyset.
        let keyset: NameKey?
    }

    /// Room for bytes that several connections are sent and that are in memory once. It is released with the last reference to it.
    final class SharedRoom: Sendable {
        private let budget: ResponseBudget
        private let bytes: Int
        private let holder: Holder

        fileprivate init(_ budget: ResponseBudget, _ bytes: Int, _ holder: Holder) {
            self.budget = budget
            self.bytes = bytes
            self.holder = holder
        }

        deinit { budget.release(bytes, of: holder) }
    }

    private struct State {
        var total = 0
        var addresses: [AddressKey: Int] = [:]
        var keysets: [NameKey: Int] = [:]
    }

    private let limit: Int
    private let limitsLoopback: Bool
    private let maxKeyBytes: Int
    private let state = Locked(State())

    init(_ limits: OriginLimits) {
        limit = limits.responseBytes
        limitsLoopback = limits.limitsLoopback
        maxKeyBytes = limits.nameLength
    }

    /// The bytes of all responses in flight.
    var bytes: Int { state.withLock { $0.total } }

    /// The holder of the response to a request.
    func holder(_ request: OriginRequest, from address: AddressKey?) -> Holder {
        let keyset = request.matched?.arguments.text(.sub)
        return Holder(
            address: address?.limited(limitsLoopback),
            keyset: keyset.flatMap { $0.utf8.count <= maxKeyBytes ? NameKey($0) : nil }
        )
    }

    /// Counts the bytes of a response. Returns false if they find no room, and counts nothing then.
    func take(_ bytes: Int, for holder: Holder) -> Bool {
        state.withLock { state in
            guard bytes <= limit - state.total else { return false }
            if let address = holder.address {
                let held = state.addresses[address] ?? 0
                guard held == 0 || bytes <= limit / 4 - held else { return false }
            }
            if let keyset = holder.keyset {
                let held = state.keysets[keyset] ?? 0
                guard held == 0 || bytes <= limit / 2 - held else { return false }
            }
            state.total += bytes
            if let address = holder.address { state.addresses[address, default: 0] += bytes }
            if let keyset = holder.keyset { state.keysets[keyset, default: 0] += bytes }
            return true
        }
    }

    /// Counts bytes that several connections are sent, as those of the first of them. Returns nil if they find no room.
    func shared(_ bytes: Int, for holder: Holder) -> SharedRoom? {
        take(bytes, for: holder) ? SharedRoom(self, bytes, holder) : nil
    }

    /// The client has read a response, or will not.
    func release(_ bytes: Int, of holder: Holder) {
        state.withLock { state in
            state.total -= bytes
            if let address = holder.address { Self.subtract(bytes, from: &state.addresses[address]) }
            if let keyset = holder.keyset { Self.subtract(bytes, from: &state.keysets[keyset]) }
        }
    }

    /// A holder without responses takes no memory.
    private static func subtract(_ bytes: Int, from held: inout Int?) {
        let rest = (held ?? 0) - bytes
        held = rest > 0 ? rest : nil
    }
}
