import PubNub

/// What the samples of App Context are told by a client that is not connected.
enum AppContextForms {
    static let refused = "failed: networkIssuesCategory"
}

extension Heard {
    /// Hears how an operation ended.
    func hear(_ status: (any PNErrorStatus)?, _ data: Any? = nil) {
        guard let status, status.isError else { return hear("succeeded with \(data ?? "nothing")") }
        hear("failed: \(status.category)")
    }

    /// What was heard when all callbacks have run.
    func words(_ given: Given) -> [String] {
        given.client.drainCallbacks()
        return words
    }
}
