import Dispatch
import NIOCore
import PubNubSupport
import PubNubWire

/// Runs reads that may take long, a few at a time, and not on the threads of connections.
///
/// A keyset has three quarters of the places at most, and places that become free go to the waiting keysets in turn. So a keyset with any
/// number of reads leaves a place to others, and never makes them wait for more than one of its reads for each of theirs. The places of a
/// keyset go to the addresses of its clients in the same way, and each address leaves as much room for waiting as it takes, so that there is
/// always room for the reads of others.
final class ReadQueue: Sendable {
    /// A read. It calls its argument once, when it is over.
    typealias Body = @Sendable (_ end: @escaping @Sendable () -> Void) -> Void

    private struct Read {
        let keyset: String
        /// The address of the client; nil for a client without one. Behind a proxy, all clients have that of the proxy.
        let address: AddressKey?
        let blocks: Bool
        let body: Body
    }

    /// The reads of a keyset that wait.
    private struct WaitingReads {
        private(set) var count = 0
        private var reads: [AddressKey?: CircularBuffer<Read>] = [:]
        /// The addresses that wait, the next one first.
        private var addresses = CircularBuffer<AddressKey?>()

        var isEmpty: Bool { count == 0 }

        /// Appends a read. Returns false if too many wait, of the keyset or of the address.
        mutating func append(_ read: Read) -> Bool {
            let countOfAddress = reads[read.address]?.count ?? 0
            guard count < ReadQueue.maxWaiting else { return false }
            if read.address != nil, countOfAddress >= ReadQueue.maxWaiting - count { return false }
            if countOfAddress == 0 { addresses.append(read.address) }
            reads[read.address, default: CircularBuffer()].append(read)
            count += 1
            return true
        }

        /// Takes out the first read of the next address.
        mutating func popFirst() -> Read? {
            guard let address = addresses.popFirst(), let read = reads[address]?.popFirst() else { return nil }
            count -= 1
            if reads[address]?.isEmpty == false { addresses.append(address) } else { reads[address] = nil }
            return read
        }
    }

    private struct State {
        var running = 0
        var counts = KeysetCounts()
        var waiting: [NameKey: WaitingReads] = [:]
        /// The keysets that wait, the next one first.
        var roundRobin = CircularBuffer<NameKey>()
    }

    /// How many reads run at a time by default: the pool of a data file has a fifth reader, for counting sizes.
    static let usualWidth = 4

    /// The maximum number of waiting reads of a keyset.
    static let maxWaiting = 1000

    private let queue: DispatchQueue?
    private let width: Int
    private let widthPerKeyset: Int
    private let state = Locked(State())

    /// - Parameters:
    ///   - queue: Where reads run that block their thread; nil for the thread that starts them.
    ///   - width: How many run at a time.
    init(queue: DispatchQueue?, width: Int = ReadQueue.usualWidth) {
        self.queue = queue
        self.width = width
        widthPerKeyset = max(1, width * 3 / 4)
    }

    /// How many reads wait for a place.
    var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

    /// Runs a read as soon as there is a place.
    ///
    /// - Parameters:
    ///   - keyset: The keyset that it is for.
    ///   - address: The address of the client; nil, the default, for one without an address.
    ///   - blocks: Whether it blocks its thread until it is over.
    ///   - body: The read. It keeps no data for as long as it waits.
    /// - Returns: Whether it was taken in. It was not if too many reads of the keyset or of the address wait.
    @discardableResult
    func run(for keyset: String, from address: AddressKey? = nil, blocks: Bool, _ body: @escaping Body) -> Bool {
        let read = Read(keyset: keyset, address: address, blocks: blocks, body: body)
        let (isTaken, isStarted) = state.withLock { state in
            let key = NameKey(keyset)
            guard state.running < width, state.counts[keyset] < widthPerKeyset else {
                if state.waiting[key] == nil { state.roundRobin.append(key) }
                return (state.waiting[key, default: WaitingReads()].append(read), false)
            }
            state.running += 1
            state.counts.add(1, to: keyset)
            return (true, true)
        }
        if isStarted { start(read) }
        return isTaken
    }

    private func start(_ read: Read) {
        let end: @Sendable () -> Void = { [self] in ended(read) }
        guard read.blocks, let queue else { return read.body(end) }
        queue.async { read.body(end) }
    }

    private func ended(_ read: Read) {
        let next = state.withLock { state -> Read? in
            state.running -= 1
            state.counts.add(-1, to: read.keyset)
            guard let next = takeNext(&state) else { return nil }
            state.running += 1
            state.counts.add(1, to: next.keyset)
            return next
        }
        if let next { start(next) }
    }

    /// Takes out the first read of the first keyset that may have another place.
    private func takeNext(_ state: inout State) -> Read? {
        for _ in 0..<state.roundRobin.count {
            let key = state.roundRobin.removeFirst()
            guard state.counts[key.text] < widthPerKeyset else {
                state.roundRobin.append(key)
                continue
            }
            let next = state.waiting[key]?.popFirst()
            if state.waiting[key]?.isEmpty == false { state.roundRobin.append(key) } else { state.waiting[key] = nil }
            if let next { return next }
        }
        return nil
    }
}
