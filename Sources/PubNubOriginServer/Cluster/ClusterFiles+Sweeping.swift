import Dispatch
import PubNubSupport
import PubNubOrigin

/// The removal of what is too old or left behind.
extension ClusterFiles {
    /// The time between two sweeps.
    private static let sweepPause = Duration.seconds(60)
    /// Every so many sweeps look for parts without a record.
    private static let sweepsPerSearch = 10
    /// Parts without a record are removed from this age on, in seconds: they may be those of an upload in progress.
    private static let leftoverAge: UInt64 = 600
    /// For how long the record of a removed file stays, in units of 100 ns. A server that was cut off for longer reads all records again.
    static let removalLife: UInt64 = 3600 * 10_000_000

    /// Sweeps every minute until the files are closed, or released.
    static func sweepAlways(_ clock: any OriginClock, _ files: @Sendable () -> ClusterFiles?) async {
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
}
