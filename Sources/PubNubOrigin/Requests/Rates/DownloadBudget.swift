import PubNubSupport

/// The downloads of files in progress. Each holds an open file and one part of it in memory.
final class DownloadBudget: Sendable {
    private struct State {
        var total = 0
        var addresses: [AddressKey: Int] = [:]
    }

    private let limits: OriginLimits
    private let state = Locked(State())

    /// - Parameter limits: How many downloads may be in progress.
    init(_ limits: OriginLimits) {
        self.limits = limits
    }

    /// How many downloads are in progress.
    var count: Int { state.withLock { $0.total } }

    /// Begins a download.
    ///
    /// - Parameter address: The address of the client; nil for one without an address.
    /// - Returns: Counts the download while it exists; nil if the download is refused.
    func start(from address: AddressKey?) -> DownloadTicket? {
        let address = address?.limited(limits.limitsLoopback)
        let isCounted = state.withLock { state -> Bool in
            guard state.total < limits.fileDownloads else { return false }
            if let address {
                guard state.addresses[address] ?? 0 < limits.fileDownloadsPerAddress else { return false }
                state.addresses[address, default: 0] += 1
            }
            state.total += 1
            return true
        }
        return isCounted ? DownloadTicket(self, address) : nil
    }

    fileprivate func end(from address: AddressKey?) {
        state.withLock { state in
            state.total -= 1
            guard let address, let count = state.addresses[address] else { return }
            // An address without downloads takes no memory.
            state.addresses[address] = count > 1 ? count - 1 : nil
        }
    }
}

/// A download in progress. It is counted for as long as this exists.
final class DownloadTicket: Sendable {
    private let budget: DownloadBudget
    private let address: AddressKey?

    fileprivate init(_ budget: DownloadBudget, _ address: AddressKey?) {
        self.budget = budget
        self.address = address
    }

    deinit { budget.end(from: address) }
}
