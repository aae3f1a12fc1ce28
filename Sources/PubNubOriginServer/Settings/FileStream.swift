/// Where the servers of a cluster store files: the bytes in parts, and a record for each file. All servers see the same records in the same order.
///
/// The calls block their thread.
protocol FileStream: Sendable {
    /// The largest part and the largest record, in bytes.
    var maxPartBytes: Int { get }

    /// The key that the first server stored, 32 bytes.
    ///
    /// - Throws: ``StreamFailure``.
    func signingKey() throws(StreamFailure) -> [UInt8]

    /// Stores a part.
    ///
    /// - Parameters:
    ///   - bytes: The part.
    ///   - content: The name of the content that it is part of, of letters, digits and `-`.
    /// - Returns: The position of the part.
    /// - Throws: ``StreamFailure``. The part may be stored all the same, and is removed with the others of its content.
    func storePart(_ bytes: [UInt8], of content: String) throws(StreamFailure) -> UInt64

    /// A part; nil if it was removed.
    ///
    /// - Throws: ``StreamFailure``.
    func part(at position: UInt64) throws(StreamFailure) -> [UInt8]?

    /// Removes all parts of a content. Does nothing without any.
    ///
    /// - Throws: ``StreamFailure``.
    func removeParts(of content: String) throws(StreamFailure)

    /// The names of all contents that have parts.
    ///
    /// - Throws: ``StreamFailure``.
    func contents() throws(StreamFailure) -> [String]

    /// Stores a record.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - name: Its name: tokens of letters, digits, `-` and `_`, with dots between them.
    /// - Returns: Its position; nil if the name has a record.
    /// - Throws: ``StreamFailure``. The record may be stored all the same.
    func add(_ record: [UInt8], named name: String) throws(StreamFailure) -> UInt64?

    /// Stores a record in the place of the one with its name.
    ///
    /// - Returns: Its position.
    /// - Throws: ``StreamFailure``. The record may be stored all the same.
    func replace(_ record: [UInt8], named name: String) throws(StreamFailure) -> UInt64

    /// The record with a name, and its position; nil without one.
    ///
    /// - Throws: ``StreamFailure``.
    func record(named name: String) throws(StreamFailure) -> (position: UInt64, bytes: [UInt8])?

    /// The position of the last record; 0 without any.
    ///
    /// - Throws: ``StreamFailure``.
    func lastRecord() throws(StreamFailure) -> UInt64

    /// Removes the record at a position. Does nothing if it was removed.
    ///
    /// - Throws: ``StreamFailure``.
    func removeRecord(at position: UInt64) throws(StreamFailure)

    /// Delivers the records, those of the future among them. Call it once. Returns immediately.
    ///
    /// - Parameters:
    ///   - reset: Called on a thread of the stream if the records that were delivered no longer count: all are delivered again.
    ///   - receive: Called on the same thread with each record, in order of positions.
    func follow(reset: @escaping @Sendable () -> Void, _ receive: @escaping @Sendable (StreamRecord) -> Void)

    /// Ends deliveries. Later calls fail.
    func close()
}
