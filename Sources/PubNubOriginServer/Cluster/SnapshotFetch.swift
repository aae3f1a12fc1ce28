import PubNubOrigin
import Foundation
import PubNubCodec
import PubNubSupport

/// Gets a copy of the data file of another server of the cluster.
struct SnapshotFetch: Sendable {
    /// The reasons for a failure.
    enum Failure: Error, Equatable {
        /// No server with a data file responds.
        case noServer
        /// The text says why.
        case failed(String)
    }

    /// The properties that a copy must have.
    struct Demand: Sendable {
        /// The settings of the cluster, which the copy has to have.
        let settings: String
        /// The position up to which it has to have the changes, at least.
        let position: LogPosition
        /// How long to wait for a server that responds.
        let serverTimeout: Duration
    }

    /// How often servers are asked before the fetch fails.
    private static let attempts = 5
    /// How often a part is asked for.
    private static let partAttempts = 3
    /// How long a response may take.
    private static let responseTimeout = Duration.seconds(5)
    /// How long a server may take to make a snapshot, and how long others may have to wait for the one that it sends.
    private static let preparationLimit = Duration.seconds(600)
    /// How long everything may take.
    private static let limit = Duration.seconds(3600)
    /// The pause before a busy server is asked again.
    private static let busyPause = Duration.seconds(1)
    /// The longest pause after an attempt that failed.
    private static let maxPause = Duration.seconds(5)

    let transport: any SnapshotTransport
    let clock: any OriginClock
    let report: @Sendable (String) -> Void
    var calls = FileCalls.system

    /// Writes a copy to a new file with mode 0600.
    ///
    /// - Parameters:
    ///   - path: The path of the copy. A file that is there is removed. None is left after a failure.
    ///   - demand: The properties that the copy must have.
    /// - Returns: The last position whose changes the copy has.
    /// - Throws: ``Failure``.
    func fetch(to path: String, _ demand: Demand) async throws(Failure) -> LogPosition {
        let end = clock.uptime + Self.limit
        var attempt = 1
        while true {
            do throws(Failure) {
                return try await copy(to: path, demand, until: end)
            } catch {
                DataFileCopy.remove(path)
                guard case .failed(let reason) = error, attempt < Self.attempts, clock.uptime < end else { throw error }
                let pauseEnd = clock.uptime + Self.pause(after: attempt, random: Double.random(in: 0...1))
                report("A snapshot of another server could not be used, and is requested again: \(reason)")
                try await sleep(until: pauseEnd)
                attempt += 1
            }
        }
    }

    private func copy(to path: String, _ demand: Demand, until end: Duration) async throws(Failure) -> LogPosition {
        DataFileCopy.remove(path)
        let (address, id) = try await make(demand)
        let result = await received(id, address, to: path, demand, until: end)
        // The server also removes it some time after the last request, and is busy until then.
        _ = try? await response(to: .release(id: id), address)
        return try result.get()
    }

    private func received(
        _ id: String,
        _ address: String,
        to path: String,
        _ demand: Demand,
        until end: Duration
    ) async -> Result<LogPosition, Failure> {
        do throws(Failure) {
            return .success(try await receive(id, address, to: path, demand, until: end))
        } catch {
            return .failure(error)
        }
    }

    private func receive(
        _ id: String,
        _ address: String,
        to path: String,
        _ demand: Demand,
        until end: Duration
    ) async throws(Failure) -> LogPosition {
        let facts = try await description(of: id, address)
        guard facts.position >= demand.position else { throw .failed("it ends at record \(facts.position.rawValue)") }
        try checkRoom(for: facts.size, at: path)
        let digest = try await receive(facts, id, address, to: path, until: end)
        guard digest == facts.digest else { throw .failed("its checksum is wrong") }
        try check(path, facts, demand)
        return facts.position
    }

    /// Asks a server to make a snapshot, and waits while all are busy.
    private func make(_ demand: Demand) async throws(Failure) -> (address: String, id: String) {
        let end = clock.uptime + Self.preparationLimit
        while true {
            switch try await response(to: .make(through: demand.position), nil, serverTimeout: demand.serverTimeout) {
            case .accepted(let address, let id): return (address, id)
            case .busy where clock.uptime < end: try await sleep(until: clock.uptime + Self.busyPause)
            case .busy: throw .failed("the servers send snapshots to others")
            case .refused(let reason): throw .failed(reason)
            case .preparing, .ready, .part, .released: throw .failed("the response is of another kind")
            }
        }
    }

    /// The pause after an attempt that failed: 1, 2, 4 and then 5 s, of which up to a half is taken off at random. Servers that start together
    /// do not ask together then.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt, from 1.
    ///   - random: A number from 0 to 1.
    /// - Returns: The pause.
    static func pause(after attempt: Int, random: Double) -> Duration {
        min(.seconds(1 << min(attempt - 1, 10)), maxPause) * (1 - random / 2)
    }

    private func sleep(until end: Duration) async throws(Failure) {
        do {
            try await clock.sleep(until: end)
        } catch {
            throw .failed("the start was cancelled")
        }
    }

    /// Waits until a snapshot is complete. The server delays its response, so requests need no pause between them.
    private func description(of id: String, _ address: String) async throws(Failure) -> SnapshotFacts {
        let end = clock.uptime + Self.preparationLimit
        while clock.uptime < end {
            switch try await response(to: .describe(id: id), address) {
            case .ready(let facts): return facts
            case .preparing: continue
            case .refused(let reason): throw .failed(reason)
            case .accepted, .busy, .part, .released: throw .failed("the response is of another kind")
            }
        }
        throw .failed("it takes more than \(Self.preparationLimit.components.seconds) s to make")
    }

    /// Writes all parts to the file, and returns their hash.
    private func receive(
        _ facts: SnapshotFacts,
        _ id: String,
        _ address: String,
        to path: String,
        until end: Duration
    ) async throws(Failure) -> String {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.system(path) }
        defer { close(file) }
        do {
            let digest = try DigestStream()
            var offset: UInt64 = 0
            while offset < facts.size {
                guard clock.uptime < end else { throw Failure.failed("it takes more than an hour to receive") }
                let part = try await part(at: offset, id, address)
                guard !part.isEmpty, UInt64(part.count) <= facts.size - offset else {
                    throw Failure.failed("its size is wrong")
                }
                try PrivateFile.write(part[...], to: file, path: path, calls: calls)
                try digest.add(part)
                offset += UInt64(part.count)
            }
            guard fsync(file) == 0 else { throw Self.system(path) }
            return Digest.hex(try digest.finish())
        } catch let error as Failure {
            throw error
        } catch let error as FileError {
            throw .failed(Self.text(error))
        } catch {
            throw .failed("its checksum cannot be computed")
        }
    }

    private func part(at offset: UInt64, _ id: String, _ address: String) async throws(Failure) -> [UInt8] {
        var attempt = 1
        while true {
            do throws(Failure) {
                switch try await response(to: .read(id: id, offset: offset), address) {
                case .part(let part): return part
                case .refused(let reason): throw .failed(reason)
                case .accepted, .busy, .preparing, .ready, .released: throw .failed("the response is of another kind")
                }
            } catch {
                guard attempt < Self.partAttempts, error != .noServer else { throw error }
                attempt += 1
            }
        }
    }

    private func response(
        to request: SnapshotRequest,
        _ address: String?,
        serverTimeout: Duration = .zero
    ) async throws(Failure) -> SnapshotResponse {
        let bytes: [UInt8]
        do throws(SnapshotTransportFailure) {
            bytes = try await transport.request(
                request.bytes,
                to: address,
                serverTimeout: serverTimeout,
                timeout: Self.responseTimeout
            )
        } catch {
            switch error {
            // A server that has begun and is gone is not the same as none.
            case .noServer: throw address == nil ? .noServer : .failed("the server that sends it is gone")
            case .failed(let reason): throw .failed(reason)
            }
        }
        guard let response = SnapshotResponse(bytes) else { throw .failed("the response has another form") }
        return response
    }

    private func checkRoom(for size: UInt64, at path: String) throws(Failure) {
        var facts = statvfs()
        guard statvfs(PrivateFile.folder(of: path), &facts) == 0 else { throw Self.system(path) }
        let room = UInt64(facts.f_bavail).multipliedReportingOverflow(by: UInt64(facts.f_frsize))
        guard room.overflow || size <= room.partialValue else {
            throw .failed("it has \(size) bytes, and \(PrivateFile.folder(of: path)) has room for \(room.partialValue)")
        }
    }

    /// Checks the content of a complete copy.
    private func check(_ path: String, _ facts: SnapshotFacts, _ demand: Demand) throws(Failure) {
        let content: DataFileFacts
        do {
            content = try DataFileFacts.read(path)
        } catch {
            throw .failed(StorageError.text(error))
        }
        guard content.settings == demand.settings else { throw .failed("it is that of another cluster") }
        guard content.applied == facts.position else { throw .failed("it has another position than announced") }
    }

    /// Path and reason, without the final period: the text becomes part of a sentence.
    private static func text(_ error: FileError) -> String {
        error.reason.hasSuffix(".") ? String(error.description.dropLast()) : error.description
    }

    private static func system(_ path: String) -> Failure { .failed("\(path): \(String(cString: strerror(errno)))") }
}
