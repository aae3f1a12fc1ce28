import Foundation
import Logging
import PubNubSupport
import Synchronization

/// The state of the log.
package final class LogCenter: Sendable {
    package static let shared = LogCenter(
        store: LogStore(),
        isEnabled: LogDefaults.current.isLoggingEnabled,
        storesRecords: LogDefaults.current.storesLogToFile,
        storesPackets: LogDefaults.current.storesHTTPPackets
    )

    private struct State {
        var isEnabled: Bool
        var levels = LogDefaults.current.levels
        var storesRecords: Bool
        var storesPackets: Bool
    }

    // Reading a closure through a generic function wraps it again each time; the struct prevents that.
    private struct Watcher: Sendable {
        let show: @Sendable (String) -> Void
    }

    package let store: LogStore
    private let state: Locked<State>
    /// The levels that are logged now; none while the logger is off. This is all that is read when nothing is logged.
    private let active = Atomic<UInt>(0)
    private let logger: Logger
    private let watcher = Locked<Watcher?>(nil)
    private let hasWatcher = Atomic(false)
    /// Whether packets are stored: read for every request.
    private let packets: Atomic<Bool>

    init(
        store: LogStore,
        isEnabled: Bool,
        storesRecords: Bool,
        storesPackets: Bool,
        handler: (@Sendable (String) -> any LogHandler)? = nil
    ) {
        self.store = store
        packets = Atomic(storesPackets)
        state = Locked(State(isEnabled: isEnabled, storesRecords: storesRecords, storesPackets: storesPackets))
        var logger = handler.map { Logger(label: "com.pubnub", factory: $0) } ?? Logger(label: "com.pubnub")
        // The levels of the log decide what is logged; a second threshold would hide what an app turned on.
        logger.logLevel = .trace
        self.logger = logger
        active.store(isEnabled ? LogDefaults.current.levels.rawValue : 0, ordering: .relaxed)
        // To swift-log only: the dump file is what cannot be written.
        store.reportFailures { [logger] problem in logger.warning("\(problem)", source: ClientLog.source) }
    }

    package func isActive(_ level: ClientLogLevel) -> Bool {
        active.load(ordering: .relaxed) & level.rawValue != 0
    }

    package var isEnabled: Bool { state.withLock { $0.isEnabled } }
    package var storesRecords: Bool { state.withLock { $0.storesRecords } }
    package var storesPackets: Bool { packets.load(ordering: .relaxed) }

    /// Whether anything shows the packets of requests that start now.
    var logsPackets: Bool { storesPackets || isActive(.packets) || isWatched }

    package func setEnabled(_ isEnabled: Bool) { change { $0.isEnabled = isEnabled } }
    package func enable(_ levels: ClientLogLevel) { change { $0.levels.formUnion(levels) } }
    package func disable(_ levels: ClientLogLevel) { change { $0.levels.subtract(levels) } }
    package func setStoresPackets(_ stores: Bool) { change { $0.storesPackets = stores } }

    package func setStoresRecords(_ stores: Bool) {
        change { $0.storesRecords = stores }
        if !stores { store.close() }
    }

    private func change(_ change: (inout State) -> Void) {
        state.withLock { state in
            change(&state)
            active.store(state.isEnabled ? state.levels.rawValue : 0, ordering: .relaxed)
            packets.store(state.storesPackets, ordering: .relaxed)
        }
    }

    /// Whether a watcher receives all records, whichever levels are off.
    var isWatched: Bool { hasWatcher.load(ordering: .relaxed) }

    package func setWatcher(_ watcher: (@Sendable (String) -> Void)?) {
        self.watcher.withLock { $0 = watcher.map { Watcher(show: $0) } }
        hasWatcher.store(watcher != nil, ordering: .relaxed)
    }

    /// Passes a record to the watcher, including records that are not logged.
    func show(_ text: String) {
        watcher.withLock { $0 }?.show(text)
    }

    /// Hands a record to swift-log and, when that is on, to the dump file.
    package func write(_ level: ClientLogLevel, from source: String, _ message: String) {
        logger.log(level: level.severity, "\(message)", source: source)
        guard storesRecords else { return }
        store.append("\(Date().formatted(.iso8601)) [\(level.title)] <\(source)> \(message)\n")
    }

    /// Reports a warning that the application has to see, whichever levels are off.
    func warn(_ message: String) {
        logger.warning("\(message)", source: ClientLog.source)
        if storesRecords { store.append("\(Date().formatted(.iso8601)) [warning] <\(ClientLog.source)> \(message)\n") }
    }
}

extension ClientLogLevel {
    /// How swift-log ranks the level.
    fileprivate var severity: Logger.Level {
        switch self {
        case .replyError, .connectionError, .callError: .error
        case .callWarning: .warning
        case .delegate, .replyInfo, .connectionInfo, .callInfo:
            .debug
        case .packets: .trace
        default: .info
        }
    }

    fileprivate var title: String {
        switch self {
        case .general: "general"
        case .delegate: "delegate"
        case .reachability: "reachability"
        case .replyInfo: "deserializer info"
        case .replyError: "deserializer error"
        case .connectionError: "connection error"
        case .connectionInfo: "connection info"
        case .packets: "HTTP"
        case .callError: "request error"
        case .callWarning: "request warning"
        case .callInfo: "request info"
        default: "levels \(rawValue)"
        }
    }
}
