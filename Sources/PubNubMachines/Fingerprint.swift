/// Reduces what tells a message from others to 64 bits.
///
/// It mixes 16 bytes with one multiplication. Others cannot choose messages with equal fingerprints on purpose, because
/// they do not know the seed.
struct Fingerprint {
    private(set) var value: UInt64
    private let key: UInt64

    /// An empty one; those that are to be compared need the same seed.
    init(seed: UInt64) {
        key = seed ^ 0x9E37_79B9_7F4A_7C15
        value = seed
    }

    /// Adds a number.
    mutating func add(_ number: UInt64) {
        mix(number, 0xD1B5_4A32_D192_ED03)
    }

    /// Adds a text; nil differs from every text.
    mutating func add(_ text: String?) {
        guard let text else { return add(UInt64.max) }
        let isAdded: Void? = text.utf8.withContiguousStorageIfAvailable { add(UnsafeRawBufferPointer($0)) }
        if isAdded == nil { Array(text.utf8).withUnsafeBytes { add($0) } }
    }

    /// Adds bytes, and how many they are.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        let count = bytes.count
        // The last ones may be read twice, which costs less than reading them one by one.
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
