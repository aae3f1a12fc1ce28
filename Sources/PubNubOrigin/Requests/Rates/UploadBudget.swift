import PubNubSupport

/// The uploads in progress, and the memory that their forms take.
///
/// With a data file, forms go to the disk as they arrive (``UploadSpool``); only those few whose files are being stored are in memory. Without one
/// the forms are in memory, and an upload that finds no room there is refused. The bytes of refused uploads are discarded as they arrive. An upload
/// is counted from the head of its request until its response is sent.
package final class UploadBudget: Sendable {
    private struct Share {
        var uploads = 0
        var bytes = 0
    }

    private struct State {
        var total = Share()
        var addresses: [AddressKey: Share] = [:]
    }

    /// The bytes of one upload that may wait to be written, unless the limit leaves less for each.
    private static let maxWaiting = 256 * 1024
    private static let minWaiting = 16 * 1024

    private let limits: OriginLimits
    private let clock: any OriginClock
    private let metrics: FileMetrics
    private let openSpool: (@Sendable () -> Int32)?
    private let state = Locked(State())

    /// - Parameters:
    ///   - limits: How many uploads may be in progress, and their bytes.
    ///   - clock: The clock by which an upload has started.
    ///   - metrics: Where refused uploads are counted.
    ///   - openSpool: Opens a file without a name for a form; nil, the default, for forms in memory.
    init(
        _ limits: OriginLimits,
        clock: any OriginClock = SystemOriginClock(),
        metrics: FileMetrics = FileMetrics(),
        openSpool: (@Sendable () -> Int32)? = nil
    ) {
        self.limits = limits
        self.clock = clock
        self.metrics = metrics
        self.openSpool = openSpool
    }

    /// The bytes of all forms in memory.
    var bytes: Int { state.withLock { $0.total.bytes } }

    /// How many uploads are in progress.
    var count: Int { state.withLock { $0.total.uploads } }

    /// Begins an upload.
    ///
    /// - Parameters:
    ///   - bytes: The size of its form, as far as it is known.
    ///   - address: The address of the client; nil for one without an address.
    /// - Returns: Counts the upload while it exists; nil if the upload is refused.
    func start(bytes: Int, from address: AddressKey?) -> UploadTicket? {
        let bytes = openSpool == nil ? bytes : 0
        let address = address?.limited(limits.limitsLoopback)
        let isCounted = state.withLock { state -> Bool in
            guard state.total.uploads < limits.fileUploads, hasCapacity(for: bytes, of: address, in: state) else {
                return false
            }
            if let address {
                guard state.addresses[address]?.uploads ?? 0 < limits.fileUploadsPerAddress else { return false }
            }
            change(&state, address, uploads: 1, bytes: bytes)
            return true
        }
        if !isCounted { metrics.add(.busy) }
        guard isCounted else { return nil }
        return UploadTicket(self, started: clock.moment.seconds, address: address, bytes: bytes, spool: makeSpool())
    }

    private func makeSpool() -> UploadSpool? {
        guard let openSpool else { return nil }
        let share = limits.fileUploadBytes / max(1, limits.fileUploads)
        return UploadSpool(room: max(Self.minWaiting, min(Self.maxWaiting, share)), open: openSpool)
    }

    /// Counts more bytes of an upload. Returns false if they find no room, and counts nothing then.
    fileprivate func take(_ bytes: Int, of address: AddressKey?) -> Bool {
        let isCounted = state.withLock { state -> Bool in
            guard hasCapacity(for: bytes, of: address, in: state) else { return false }
            change(&state, address, uploads: 0, bytes: bytes)
            return true
        }
        if !isCounted { metrics.add(.busy) }
        return isCounted
    }

    fileprivate func end(bytes: Int, of address: AddressKey?) {
        state.withLock { change(&$0, address, uploads: -1, bytes: -bytes) }
    }

    /// Whether there is room for more bytes. The first upload of an address needs room in the whole only.
    private func hasCapacity(for bytes: Int, of address: AddressKey?, in state: State) -> Bool {
        guard bytes <= limits.fileUploadBytes - state.total.bytes else { return false }
        guard let address, let held = state.addresses[address]?.bytes, held > 0 else { return true }
        return bytes <= limits.fileUploadBytes / 4 - held
    }

    private func change(_ state: inout State, _ address: AddressKey?, uploads: Int, bytes: Int) {
        state.total.uploads += uploads
        state.total.bytes += bytes
        guard let address else { return }
        var share = state.addresses[address] ?? Share()
        share.uploads += uploads
        share.bytes += bytes
        // An address without uploads takes no memory.
        state.addresses[address] = share.uploads > 0 ? share : nil
    }
}

/// An upload in progress. It is counted for as long as this exists.
package final class UploadTicket: Sendable {
    /// Has the form; nil if it is in memory.
    let spool: UploadSpool?
    /// When the head of its request was complete, in seconds since 1970 UTC.
    let started: UInt64
    private let budget: UploadBudget
    private let address: AddressKey?
    private let bytes: Locked<Int>

    fileprivate init(
        _ budget: UploadBudget,
        started: UInt64,
        address: AddressKey?,
        bytes: Int,
        spool: UploadSpool?
    ) {
        self.budget = budget
        self.started = started
        self.address = address
        self.bytes = Locked(bytes)
        self.spool = spool
    }

    deinit { budget.end(bytes: bytes.withLock { $0 }, of: address) }

    /// Counts more bytes of the form. Returns false if they find no room, and counts nothing then.
    func take(_ more: Int) -> Bool {
        if spool != nil { return true }
        guard budget.take(more, of: address) else { return false }
        bytes.withLock { $0 += more }
        return true
    }
}
