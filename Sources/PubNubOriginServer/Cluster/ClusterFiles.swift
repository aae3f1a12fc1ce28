import Dispatch
import PubNubCodec
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The files of a cluster. Their records and bytes are in a stream that all servers share, so each server lists and serves every file.
///
/// The parts of a new file are in the stream before its record is, and the parts of a removed one go after its record. A server that is killed
/// in between leaves parts without a record, which another one removes.
final class ClusterFiles: FileStorage {
    struct State {
        var listed = ClusterFileList()
        /// The uploads in progress: their keysets and sizes.
        var reservations: [UInt64: (keyset: String, bytes: Int)] = [:]
        var lastReservation: UInt64 = 0
        var waiting: [(position: UInt64, semaphore: DispatchSemaphore)] = []
        var retention: [String: MessageRetention]
        var sweeps = 0
        /// The pause between two reports of failures.
        var reportPause = ReportPause()
        var isClosed = false
    }

    /// The size of a part, in bytes.
    private static let partSize = 128 * 1024

    let signingKey: [UInt8]?
    let waitsForDisk = true
    let stream: any FileStream
    private let limits: OriginLimits
    private let clock: any OriginClock
    let standard: MessageRetention
    private let standardKeysets: [String: MessageRetention]
    /// The folder in which the forms of uploads are stored while they arrive.
    private let folder: String
    /// How long a call waits until this server has taken in what the stream has.
    private let timeout: DispatchTimeInterval
    private let reportFailure: @Sendable (String) -> Void
    let sweeper = DispatchQueue(label: "pubnub.origin.files.sweep", qos: .utility)
    let state: Locked<State>
    private let task = Locked<Task<Void, Never>?>(nil)

    /// Reads the records of the stream. Blocks its thread.
    ///
    /// - Parameters:
    ///   - stream: The stream.
    ///   - configuration: The limits, the retention, the clock and the receivers of reports.
    ///   - folder: The folder in which the forms of uploads are stored while they arrive.
    ///   - removesOld: Whether it removes files that are too old, and what killed servers left. True by default.
    ///   - timeout: How long a call waits until this server has taken in what the stream has. 5 s by default.
    /// - Throws: ``StreamFailure`` if the stream cannot be read.
    init(
        _ stream: any FileStream,
        _ configuration: OriginConfiguration,
        uploadsIn folder: String,
        removesOld: Bool = true,
        timeout: DispatchTimeInterval = .seconds(5)
    ) throws(StreamFailure) {
        self.stream = stream
        self.timeout = timeout
        limits = configuration.limits
        clock = configuration.clock
        standard = configuration.storage.retention
        standardKeysets = configuration.storage.keysetRetention
        self.folder = folder
        reportFailure = configuration.reportFailure ?? configuration.report
        signingKey = try stream.signingKey()
        state = Locked(State(retention: standardKeysets))
        setRetention(configuration.fileRetention)
        stream.follow(
            reset: { [weak self] in self?.reset() },
            { [weak self] record in self?.take(record) }
        )
        try catchUp()
        guard removesOld else { return }
        task.withLock { $0 = Task { [weak self, clock] in await Self.sweepAlways(clock) { [weak self] in self } } }
    }

    var usage: FileUsage { state.withLock { $0.listed.usage } }

    func setRetention(_ retention: [String: MessageRetention]) {
        let effective = standardKeysets.merging(retention) { _, own in own }
        state.withLock { $0.retention = effective }
    }

    /// The files in no order, each with its key.
    func forEachFile(_ body: (ClusterFile, FileKey) throws -> Void) throws {
        try state.withLock { $0.listed }.forEach(body)
    }

    /// Reads the bytes of a file.
    func reader(of file: ClusterFile) -> ClusterFileReader {
        ClusterFileReader(file, stream) { [weak self] text in _ = self?.failed(text) }
    }

    /// Whether a file was removed since it was listed.
    func isRemoved(_ file: ClusterFile) -> Bool {
        try? catchUp()
        return state.withLock { !$0.listed.contents.contains(file.content) }
    }

    // MARK: Records

    private func take(_ record: StreamRecord) {
        let ready = state.withLock { state -> [DispatchSemaphore] in
            state.listed.take(record)
            let applied = state.listed.applied
            let ready = state.waiting.filter { $0.position <= applied }.map(\.semaphore)
            if !ready.isEmpty { state.waiting.removeAll { $0.position <= applied } }
            return ready
        }
        for semaphore in ready { semaphore.signal() }
    }

    private func reset() {
        state.withLock { $0.listed = ClusterFileList() }
    }

    /// Waits until the record at a position was taken in. Returns false if it was not in time.
    @discardableResult
    private func wait(for position: UInt64) -> Bool {
        let semaphore = state.withLock { state -> DispatchSemaphore? in
            guard state.listed.applied < position else { return nil }
            let semaphore = DispatchSemaphore(value: 0)
            state.waiting.append((position, semaphore))
            return semaphore
        }
        guard let semaphore, semaphore.wait(timeout: .now() + timeout) == .timedOut else { return true }
        state.withLock { state in state.waiting.removeAll { $0.semaphore === semaphore } }
        return false
    }

    /// Waits until all records were taken in that the stream has now, also those of other servers.
    func catchUp() throws(StreamFailure) {
        guard wait(for: try stream.lastRecord()) else { throw StreamFailure("the records of files do not arrive") }
    }

    // MARK: Calls

    func add(
        _ record: FileRecord,
        _ content: ArraySlice<UInt8>,
        to channel: Topic,
        quota: Int?
    ) throws(FileStorageFault) {
        try add(record, to: channel, quota: quota) { range in
            Array(content[(content.startIndex + range.lowerBound)..<(content.startIndex + range.upperBound)])
        }
    }

    /// Stores a file whose bytes are read part by part.
    ///
    /// - Throws: ``FileStorageFault``. Nothing is listed then.
    func add(
        _ record: FileRecord,
        to channel: Topic,
        quota: Int?,
        _ read: (Range<Int>) -> [UInt8]?
    ) throws(FileStorageFault) {
        let key = FileKey(channel: channel, id: record.id)
        guard FileFolder.isIdentifier(record.id) else { throw .failed }
        let reservation = try reserve(record, key, quota)
        defer { state.withLock { $0.reservations[reservation] = nil } }
        let name = ClusterFileRecord.name(of: key)
        // Parts without a record are removed by this date.
        guard let random = try? SecureRandom.bytes(16) else { throw .failed }
        let content = "\(clock.date / 10_000_000)-\(Digest.hex(random))"
        var isUnknown = false
        do {
            // A form counts once. Another server may have taken it.
            guard try stream.record(named: name) == nil else { throw FileStorageFault.exists }
            let size = min(Self.partSize, stream.maxPartBytes)
            var parts: [UInt64] = []
            for start in stride(from: 0, to: record.size, by: size) {
                guard let part = read(start..<min(start + size, record.size)) else {
                    throw StreamFailure("the bytes of an upload cannot be read")
                }
                parts.append(try stream.storePart(part, of: content))
            }
            let file = ClusterFile(record: record, content: content, partSize: size, parts: parts)
            let bytes = ClusterFileRecord.stored(file, key).bytes
            guard bytes.count <= stream.maxPartBytes else { throw StreamFailure("the file has too many parts") }
            isUnknown = true
            let position = try stream.add(bytes, named: name)
            isUnknown = false
            guard let position else { throw FileStorageFault.exists }
            wait(for: position)
        } catch let fault as FileStorageFault {
            try? stream.removeParts(of: content)
            throw fault
        } catch {
            // A record that may be stored needs its parts.
            if !isUnknown { try? stream.removeParts(of: content) }
            throw failed("Files cannot be stored: \((error as? StreamFailure)?.text ?? "\(error)")")
        }
    }

    /// Counts an upload in progress if it fits.
    private func reserve(_ record: FileRecord, _ key: FileKey, _ quota: Int?) throws(FileStorageFault) -> UInt64 {
        let limits = limits
        return try state.withLock { state throws(FileStorageFault) in
            guard !state.isClosed else { throw .failed }
            guard state.listed.files[key] == nil else { throw .exists }
            guard state.listed.files.count(in: key.channel) < limits.filesPerChannel else { throw .full }
            var usage = state.listed.usage
            for reservation in state.reservations.values {
                usage.add(bytes: reservation.bytes, keyset: reservation.keyset)
            }
            try usage.reserve(bytes: record.size, keyset: key.channel.keyset, limits, quota: quota)
            state.lastReservation += 1
            state.reservations[state.lastReservation] = (key.channel.keyset, record.size)
            return state.lastReservation
        }
    }

    func page(of channel: Topic, after last: String?, limit: Int) throws(FileStorageFault) -> FilePage {
        // Another server may have stored or removed a file just now. Without the stream, what this server knows is better than nothing.
        try? catchUp()
        let found = state.withLock { $0.listed.files.page(of: channel, after: last, limit: limit + 1) }
        return FilePage(found.map(\.record), limit: limit)
    }

    func file(_ key: FileKey) throws(FileStorageFault) -> OriginStoredFile? {
        guard let file = try find(key) else { return nil }
        let reader = reader(of: file)
        return OriginStoredFile(record: file.record) { reader.read($0) }
    }

    /// A file; nil if it does not exist, also at other servers.
    private func find(_ key: FileKey) throws(FileStorageFault) -> ClusterFile? {
        guard FileFolder.isIdentifier(key.id) else { return nil }
        if let file = state.withLock({ $0.listed.files[key] }) { return file }
        do throws(StreamFailure) {
            guard let found = try stream.record(named: ClusterFileRecord.name(of: key)),
                case .stored(let file, key)? = ClusterFileRecord(found.bytes)
            else { return nil }
            return file
        } catch {
            throw failed("Files cannot be read: \(error.text)")
        }
    }

    func remove(_ key: FileKey) throws(FileStorageFault) {
        guard let file = try find(key) else { return }
        do throws(StreamFailure) {
            let record = ClusterFileRecord.removed(key)
            wait(for: try stream.replace(record.bytes, named: ClusterFileRecord.name(of: key)))
            try stream.removeParts(of: file.content)
        } catch {
            throw failed("Files cannot be removed: \(error.text)")
        }
    }

    func openUnnamed() -> Int32 { FileFolder.openUnnamed(in: folder) }

    /// Takes in no more records.
    func endFollowing() {
        state.withLock { $0.isClosed = true }
        stream.close()
    }

    func close() async {
        let waiting = state.withLock { state in
            state.isClosed = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for entry in waiting { entry.semaphore.signal() }
        let task = task.withLock { $0.take() }
        task?.cancel()
        stream.close()
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            sweeper.async { continuation.resume() }
        }
    }

    /// Reports a failure, unless another one was reported within the last minute, or the server stops.
    func failed(_ text: String) -> FileStorageFault {
        if state.withLock({ !$0.isClosed && $0.reportPause.isDue() }) { reportFailure(text) }
        return .failed
    }
}
