/// Bytes that hold numbers in the machine's own order; nothing outside of them is ever read.
struct NativeBytes: Sequence {
    private let bytes: ArraySlice<UInt8>

    init(_ bytes: some Collection<UInt8>) {
        self.bytes = ArraySlice(bytes)
    }

    var count: Int { bytes.count }

    /// The number that begins at `position`; nil when it is not all there.
    func value<Value: FixedWidthInteger & BitwiseCopyable>(at position: Int, as type: Value.Type) -> Value? {
        guard position >= 0, position <= count - MemoryLayout<Value>.size else { return nil }
        return bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: position, as: type) }
    }

    /// The bytes at `positions`; nil when they are not all there.
    func part(_ positions: Range<Int>) -> NativeBytes? {
        guard positions.lowerBound >= 0, positions.upperBound <= count else { return nil }
        return NativeBytes(bytes[(bytes.startIndex + positions.lowerBound)..<(bytes.startIndex + positions.upperBound)])
    }

    func makeIterator() -> IndexingIterator<ArraySlice<UInt8>> { bytes.makeIterator() }
}
