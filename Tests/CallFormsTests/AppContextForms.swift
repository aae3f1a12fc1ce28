import PubNub

/// The callbacks of the App Context samples with a client that is not connected.
enum AppContextForms {
    static let refused = "failed: networkIssuesCategory"
}

extension Heard {
    /// Records the result of an operation.
    func hear(_ status: (any PNErrorStatus)?, _ data: Any? = nil) {
        guard let status, status.isError else { return hear("succeeded with \(data ?? "nothing")") }
        hear("failed: \(status.category)")
    }

    /// The recorded results, once all callbacks have run.
    func words(_ given: Given) -> [String] {
        given.client.drainCallbacks()
        return words
    }
}
