/// The newest fingerprints of a stream. Their number is bounded; the oldest are forgotten first.
///
/// It is a ring with an open-addressing index. Memory is allocated once, with the first fingerprint. An unused ring
/// costs nothing, and a ring in use allocates no more.
struct FingerprintRing: Sendable, Equatable {
    /// The number of remembered fingerprints; a power of two of at most 2¹⁵.
    let capacity: Int
    private var ring: [UInt64] = []
    /// For each place a position in the ring, counted from one; zero is empty. At least three of four places are empty,
    /// so that a search rarely looks at more than one.
    private var index: [UInt16] = []
    /// The position of the next fingerprint; once the ring is full, the oldest is there.
    private var next = 0

    /// A ring of `capacity` fingerprints.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The number of fingerprints in the ring.
    var count: Int { ring.count }

    /// Remembers a fingerprint, whose bits have to be evenly spread.
    ///
    /// - Returns: Whether it was not remembered before.
    mutating func insert(_ fingerprint: UInt64) -> Bool {
        if index.isEmpty { reserve() }
        var slot = home(of: fingerprint)
        while index[slot] != 0 {
            if ring[Int(index[slot]) - 1] == fingerprint { return false }
            slot = after(slot)
        }
        if ring.count < capacity {
            ring.append(fingerprint)
        } else {
            forget(next)
            ring[next] = fingerprint
            // Closing an earlier gap may have left a free place nearer to its home.
            slot = home(of: fingerprint)
            while index[slot] != 0 { slot = after(slot) }
        }
        index[slot] = UInt16(next + 1)
        next = (next + 1) & (capacity - 1)
        return true
    }

    /// Removes a fingerprint from the index, and closes the gap in its chain.
    private mutating func forget(_ position: Int) {
        var hole = home(of: ring[position])
        while index[hole] != UInt16(position + 1) { hole = after(hole) }
        var slot = after(hole)
        while index[slot] != 0 {
            let home = home(of: ring[Int(index[slot]) - 1])
            if distance(from: home, to: slot) >= distance(from: hole, to: slot) {
                index[hole] = index[slot]
                hole = slot
            }
            slot = after(slot)
        }
        index[hole] = 0
    }

    private mutating func reserve() {
        ring.reserveCapacity(capacity)
        index = Array(repeating: 0, count: capacity * 4)
    }

    private func home(of fingerprint: UInt64) -> Int {
        Int(truncatingIfNeeded: fingerprint) & (index.count - 1)
    }

    private func after(_ slot: Int) -> Int {
        (slot + 1) & (index.count - 1)
    }

    private func distance(from start: Int, to end: Int) -> Int {
        (end - start) & (index.count - 1)
    }
}

/// Reduces the distinguishing parts of a message to 64 bits.
///
/// It mixes 16 bytes with one multiplication. Senders cannot construct messages with equal fingerprints, because they
/// do not know the seed.
struct Fingerprint {
    private(set) var value: UInt64
    private let key: UInt64

    /// An empty fingerprint; fingerprints that are compared need the same seed.
    init(seed: UInt64) {
        key = seed ^ 0x9E37_79B9_7F4A_7C15
        value = seed
    }

    mutating func add(_ number: UInt64) {
        mix(number, 0xD1B5_4A32_D192_ED03)
    }

    /// Adds a string; `nil` differs from every string.
    mutating func add(_ text: String?) {
        guard let text else { return add(UInt64.max) }
        let isAdded: Void? = text.utf8.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isAdded == nil { Array(text.utf8).withUnsafeBytes { add($0) } }
    }

    /// Adds bytes and their number.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let count = bytes.count
        // Reading the last bytes twice costs less than reading them one by one.
        switch count {
        case 16...:
            for offset in stride(from: 0, to: count - 15, by: 16) { mix(bytes, offset, offset + 8) }
            mix(bytes, count - 16, count - 8)
        case 8..<16: mix(bytes, 0, count - 8)
        case 4..<8:
            let first = bytes.loadUnaligned(fromByteOffset: 0, as: UInt32.self)
            mix(UInt64(first), UInt64(bytes.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self)))
        default:
            for byte in bytes { add(UInt64(byte)) }
        }
        add(UInt64(count))
    }

    private mutating func mix(_ bytes: UnsafeRawBufferPointer, _ first: Int, _ second: Int) {
        mix(
            bytes.loadUnaligned(fromByteOffset: first, as: UInt64.self),
            bytes.loadUnaligned(fromByteOffset: second, as: UInt64.self)
        )
    }

    private mutating func mix(_ first: UInt64, _ second: UInt64) {
        let product = (first ^ key).multipliedFullWidth(by: second ^ value)
        value = product.high ^ product.low
    }
}
