import Dispatch
import NIOCore
import PubNubCodec
import PubNubSupport
import PubNubOrigin
import PubNubWire

/// The files of a cluster. Their records and bytes are in a stream that all servers share, so each server lists and serves every file.
///
/// The parts of a new file are in the stream before its record is, and the parts of a removed one go after its record. A server that is killed
/// in between leaves parts without a record, which another one removes.
final class ClusterFiles: FileStorage {
    /// The files that the records of the stream list.
    private struct Listed {
        var files = FileTable<ClusterFile>()
        var usage = FileUsage()
        /// The names of the bytes of all files.
        var contents: Set<String> = []
        /// The files of each keyset in the order in which they were stored.
        var ages: [NameKey: CircularBuffer<FileKey>] = [:]
        /// The records of removed files: their positions, and when they were stored, in units of 100 ns.
        var removals: [(position: UInt64, date: UInt64)] = []
        /// The position of the last record.
        var applied: UInt64 = 0

        mutating func take(_ record: StreamRecord) {
            applied = record.position
            guard let change = ClusterFileRecord(record.bytes) else { return }
            let keyset = change.key.channel.keyset
            let former: ClusterFile?
            switch change {
            case .stored(let file, let key):
                former = files.set(file, key)
                usage.add(bytes: file.record.size, keyset: keyset)
                contents.insert(file.content)
                ages[NameKey(keyset), default: CircularBuffer()].append(key)
            case .removed(let key):
                former = files.remove(key)
                removals.append((record.position, record.date))
            }
            guard let former else { return }
            usage.remove(bytes: former.record.size, keyset: keyset)
            contents.remove(former.content)
        }

        /// The oldest file of a keyset that was stored up to a time, in seconds since 1970 UTC.
        mutating func oldest(of keyset: String, until date: UInt64) -> FileKey? {
            let name = NameKey(keyset)
            while let key = ages[name]?.first {
                if let file = files[key] { return file.record.created <= date ? key : nil }
                ages[name]?.removeFirst()
            }
            return nil
        }
    }

    private struct State {
        var listed = Listed()
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
    /// The time between two sweeps.
    private static let sweepPause = Duration.seconds(60)
    /// Every so many sweeps look for parts without a record.
    private static let sweepsPerSearch = 10
    /// Parts without a record are removed from this age on, in seconds: they may be those of an upload in progress.
    private static let leftoverAge: UInt64 = 600
    /// For how long the record of a removed file stays, in units of 100 ns. A server that was cut off for longer reads all records again.
    static let removalLife: UInt64 = 3600 * 10_000_000

    let signingKey: [UInt8]?
    let waitsForDisk = true
    private let stream: any FileStream
    private let limits: OriginLimits
    private let clock: any OriginClock
    private let standard: MessageRetention
    private let standardKeysets: [String: MessageRetention]
    /// The folder in which the forms of uploads are stored while they arrive.
    private let folder: String
    /// How long a call waits until this server has taken in what the stream has.
    private let timeout: DispatchTimeInterval
    private let reportFailure: @Sendable (String) -> Void
    private let sweeper = DispatchQueue(label: "pubnub.origin.files.sweep", qos: .utility)
    private let state: Locked<State>
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
        let listed = state.withLock { $0.listed }
        for keys in listed.ages.values {
            for key in keys { if let file = listed.files[key] { try body(file, key) } }
        }
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
        state.withLock { $0.listed = Listed() }
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
    private func catchUp() throws(StreamFailure) {
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

    // MARK: Removal

    private static func sweepAlways(_ clock: any OriginClock, _ files: @Sendable () -> ClusterFiles?) async {
        while true {
            do {
                try await clock.sleep(until: clock.uptime + sweepPause)
            } catch {
                return
            }
            guard let files = files() else { return }
            files.sweeper.async { files.sweep(at: clock.date) }
        }
    }

    /// Removes files that are too old, records of files that were removed long ago, and now and then parts without a record. Blocks its thread.
    ///
    /// - Parameter date: The present time in units of 100 ns since 1970 UTC.
    func sweep(at date: UInt64) {
        // Files that other servers have stored are removed by this sweep, and not only by the next one.
        try? catchUp()
        let (keysets, isSearch) = state.withLock { state -> ([String], Bool) in
            state.sweeps += 1
            return (state.listed.usage.keysetsWithFiles, state.sweeps % Self.sweepsPerSearch == 0)
        }
        for keyset in keysets { removeOld(of: keyset, at: date) }
        do throws(StreamFailure) {
            try forgetRemovals(at: date)
            if isSearch { try removeLeftovers(at: date) }
        } catch {
            _ = failed("Files cannot be removed: \(error.text)")
        }
    }

    private func removeOld(of keyset: String, at date: UInt64) {
        let retention = state.withLock { $0.retention[keyset] ?? standard }
        let horizon = retention.horizon(at: date)
        guard horizon > 0 else { return }
        let oldest = { [self] in
            state.withLock { $0.isClosed ? nil : $0.listed.oldest(of: keyset, until: horizon / 10_000_000) }
        }
        while let key = oldest() {
            // After a failure, the next sweep tries again. Without its record a removed file would be found again here.
            guard (try? remove(key)) != nil, state.withLock({ $0.listed.files[key] }) == nil else { return }
        }
    }

    private func forgetRemovals(at date: UInt64) throws(StreamFailure) {
        while let first = state.withLock({ $0.isClosed ? nil : $0.listed.removals.first }),
            first.date + Self.removalLife < date
        {
            try stream.removeRecord(at: first.position)
            state.withLock { state in
                if state.listed.removals.first?.position == first.position { state.listed.removals.removeFirst() }
            }
        }
    }

    /// Removes parts without a record, which servers left that were killed during an upload or a removal.
    func removeLeftovers(at date: UInt64) throws(StreamFailure) {
        let found = try stream.contents()
        // Records that were stored before the call count.
        try catchUp()
        let known = state.withLock { $0.listed.contents }
        for content in found where !known.contains(content) {
            guard let stored = content.split(separator: "-").first.flatMap({ UInt64($0) }),
                stored + Self.leftoverAge < date / 10_000_000
            else { continue }
            try stream.removeParts(of: content)
        }
    }

    /// Reports a failure, unless another one was reported within the last minute, or the server stops.
    private func failed(_ text: String) -> FileStorageFault {
        if state.withLock({ !$0.isClosed && $0.reportPause.isDue() }) { reportFailure(text) }
        return .failed
    }
}
