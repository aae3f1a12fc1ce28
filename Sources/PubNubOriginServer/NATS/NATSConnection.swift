#if NATS
import CPubNubNATS
import Dispatch
import Foundation
import PubNubSupport

/// A connection to NATS, which is restored for ever. Calls that wait are for threads of their own.
final class NATSConnection: Sendable {
    /// The events of the connection. It is never released, as the library may call it at any time.
    private final class Reporter: Sendable {
        private struct Refusals {
            /// The reasons that the NATS server gave for refused publishes and subscriptions, with the time of the last one.
            var times: [String: ContinuousClock.Instant] = [:]
            /// The same, as far as they were reported.
            var reported: Set<String> = []
        }

        /// The largest number of different refusals that are stored and reported.
        private static let maxRefusals = 50

        private let line: @Sendable (String) -> Void
        private let closing = Locked(false)
        /// The connections, by address, that this program ends because it has another one.
        private let replaced = Locked<Set<UInt>>([])
        private let refusals = Locked(Refusals())
        /// Called when the library has ended the connection.
        let closed = Locked<(@Sendable (_ reason: String) -> Void)?>(nil)

        init(_ line: @escaping @Sendable (String) -> Void) {
            self.line = line
        }

        var isClosing: Bool { closing.withLock { $0 } }

        /// The program ends the connection, which is not reported as a loss.
        func startClosing() {
            closing.withLock { $0 = true }
        }

        func report(_ text: String) {
            if !isClosing { line(text) }
        }

        /// Reports the loss of a connection, unless this program ends it.
        func lost(_ connection: OpaquePointer?) {
            if !replaced.withLock({ $0.contains(UInt(bitPattern: connection)) }) {
                report("The connection to NATS is lost.")
            }
        }

        /// The events of a connection have no effect from now on.
        func replace(_ connection: OpaquePointer) { replaced.withLock { _ = $0.insert(UInt(bitPattern: connection)) } }

        /// The library has ended a connection. Returns whether this program had asked for it.
        func wasReplaced(_ connection: OpaquePointer?) -> Bool {
            replaced.withLock { $0.remove(UInt(bitPattern: connection)) != nil }
        }

        /// Notes that there is a connection again, whose user may have other rights.
        func restored() {
            refusals.withLock { $0.times = [:] }
            report("The connection to NATS is restored.")
        }

        /// Notes a refusal. Those of requests are errors of the requests; others are reported, once each.
        func refused(_ text: String) {
            let isNew = refusals.withLock { refusals in
                let isKnown = refusals.times[text] != nil
                guard isKnown || refusals.times.count < Self.maxRefusals else { return false }
                refusals.times[text] = .now
                return refusals.reported.count < Self.maxRefusals && refusals.reported.insert(text).inserted
            }
            if isNew, !text.contains("$JS.API."), !text.contains("_INBOX.") {
                report("NATS refuses what this server needs: \(text)")
            }
        }

        /// The refusal of a request to a subject that was made at a time, or of the responses to all requests; nil without one.
        func refusal(of subject: String, since start: ContinuousClock.Instant) -> String? {
            refusals.withLock { refusals in
                // The subscription for responses is made once for all requests.
                refusals.times.first { $0.value >= start && $0.key.contains("\"\(subject)\"") }?.key
                    ?? refusals.times.keys.first { $0.contains("Subscription to \"_INBOX.") }
            }
        }
    }

    private let handle: Locked<NATSHandle>
    private let nats: Locked<OriginNATS>
    private let reporter: Reporter
    private let connecting = DispatchQueue(label: "pubnub.nats.connect")
    /// Signalled once, when the program ends the connection.
    private let ended = DispatchSemaphore(value: 0)

    /// The pause between two attempts to reconnect, in milliseconds, and the most that is added to it at random.
    private static let (reconnectWait, jitter): (Int64, Int64) = (250, 250)
    /// The longest pause between two attempts after the library has ended the connection, in milliseconds.
    private static let maxPause = 5000
    private static let connectTimeout: Int64 = 2000
    /// After two intervals without a response the connection is lost, in milliseconds.
    private static let pingInterval: Int64 = 2000

    /// Connects to one of the servers. Waits for as long as that takes.
    ///
    /// - Throws: ``NATSFailure``.
    init(_ nats: OriginNATS, report: @escaping @Sendable (String) -> Void) throws(NATSFailure) {
        self.nats = Locked(nats)
        reporter = Reporter(report)
        handle = Locked(try Self.connect(nats, reporter))
        reporter.closed.withLock { closed in
            closed = { [weak self] reason in self?.connectAgain(after: reason) }
        }
    }

    /// Makes a connection of the library.
    private static func connect(_ nats: OriginNATS, _ reporter: Reporter) throws(NATSFailure) -> NATSHandle {
        var options: OpaquePointer?
        try NATSFailure.check(natsOptions_Create(&options))
        defer { natsOptions_Destroy(options) }
        try Self.set(nats, options)
        let closure = Unmanaged.passRetained(reporter).toOpaque()
        natsOptions_SetDisconnectedCB(
            options,
            { connection, closure in NATSConnection.reporter(closure)?.lost(connection) },
            closure
        )
        natsOptions_SetReconnectedCB(
            options,
            { _, closure in NATSConnection.reporter(closure)?.restored() },
            closure
        )
        natsOptions_SetClosedCB(
            options,
            { connection, closure in
                guard let reporter = NATSConnection.reporter(closure), !reporter.isClosing,
                    !reporter.wasReplaced(connection)
                else { return }
                var text: UnsafePointer<CChar>?
                natsConnection_GetLastError(connection, &text)
                let reason = text.map { String(cString: $0) } ?? ""
                reporter.closed.withLock { $0 }?(reason)
            },
            closure
        )
        // Without a handler the library prints errors.
        natsOptions_SetErrorHandler(
            options,
            { _, _, status, closure in
                // The library sets the text for the thread of this call.
                guard status == NATS_NOT_PERMITTED, let text = nats_GetLastError(nil) else { return }
                NATSConnection.reporter(closure)?.refused(String(cString: text))
            },
            closure
        )
        var connection: OpaquePointer?
        try NATSFailure.check(natsConnection_Connect(&connection, options))
        guard let connection else { throw NATSFailure("no connection") }
        return NATSHandle(connection)
    }

    /// Makes another connection, as the library ends one whose user a server refuses twice. The refusal may pass: a server may have started with
    /// wrong settings, and a file with credentials may be replaced.
    private func connectAgain(after reason: String) {
        reporter.report(
            "NATS refuses the connection\(reason.isEmpty ? "" : ": \(reason)"). This server tries to connect again until NATS accepts it."
        )
        connecting.async {
            var pause = Int(Self.reconnectWait)
            while !self.reporter.isClosing {
                do throws(NATSFailure) {
                    let handle = try Self.connect(self.nats.withLock { $0 }, self.reporter)
                    self.handle.withLock { $0 = handle }
                    // The end may have closed the former one.
                    if self.reporter.isClosing { natsConnection_Close(handle.pointer) }
                    return self.reporter.restored()
                } catch {
                    // Another attempt follows; the reason was reported.
                }
                self.pause(upTo: pause)
                pause = min(2 * pause, Self.maxPause)
            }
        }
    }

    /// The addresses of the servers.
    var servers: [String] { nats.withLock { $0.servers } }

    /// Connects to one of other servers, and ends the present connection. After a failure the present one stays. Waits for as long as that takes.
    ///
    /// Requests in progress fail, and are made again as after a lost connection.
    ///
    /// - Throws: ``NATSFailure`` if none of the servers accepts the connection.
    func connect(to servers: [String]) throws(NATSFailure) {
        var nats = nats.withLock { $0 }
        guard nats.servers != servers else { return }
        nats.servers = servers
        let new = try Self.connect(nats, reporter)
        self.nats.withLock { $0 = nats }
        let former = handle.withLock { handle in
            defer { handle = new }
            return handle
        }
        reporter.replace(former.pointer)
        natsConnection_Close(former.pointer)
        // The end may have closed the former one.
        if reporter.isClosing { natsConnection_Close(new.pointer) }
    }

    /// Calls the library with the present connection.
    private func withConnection<Value>(_ body: (OpaquePointer) -> Value) -> Value {
        let handle = handle.withLock { $0 }
        return withExtendedLifetime(handle) { body(handle.pointer) }
    }

    private static func reporter(_ closure: UnsafeMutableRawPointer?) -> Reporter? {
        closure.map { Unmanaged<Reporter>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func set(_ nats: OriginNATS, _ options: OpaquePointer?) throws(NATSFailure) {
        let servers = nats.servers.map { strdup($0) }
        defer { for server in servers { free(server) } }
        var pointers = servers.map { UnsafePointer<CChar>($0) }
        try NATSFailure.check(natsOptions_SetServers(options, &pointers, Int32(clamping: servers.count)))
        if nats.servers.contains(where: { $0.hasPrefix("tls://") }) { natsOptions_SetSecure(options, true) }
        natsOptions_SetName(options, nats.node ?? "pubnub")
        natsOptions_SetTimeout(options, connectTimeout)
        natsOptions_SetAllowReconnect(options, true)
        natsOptions_SetMaxReconnect(options, Int32.max)
        natsOptions_SetReconnectWait(options, reconnectWait)
        natsOptions_SetReconnectJitter(options, jitter, jitter)
        natsOptions_SetPingInterval(options, pingInterval)
        natsOptions_SetMaxPingsOut(options, 2)
        natsOptions_SetFailRequestsOnDisconnect(options, true)
        // A change whose client received a failure is not sent much later.
        natsOptions_SetReconnectBufSize(options, 1)
        if let file = nats.credentialsFile {
            try NATSFailure.check(natsOptions_SetUserCredentialsFromFiles(options, file, nil), file)
        }
        if let file = nats.authorityFile {
            try NATSFailure.check(natsOptions_LoadCATrustedCertificates(options, file), file)
        }
    }

    /// The largest message that the server takes, in bytes.
    var maximumPayload: Int { withConnection { Int(clamping: natsConnection_GetMaxPayload($0)) } }

    /// Sends a message and waits for the response.
    ///
    /// - Throws: ``NATSFailure`` without a response within `timeout`, in milliseconds.
    func request(
        _ subject: String,
        _ bytes: [UInt8] = [],
        headers: [(name: String, value: String)] = [],
        timeout: Int64
    ) throws(NATSFailure) -> [UInt8] {
        var message: OpaquePointer?
        try NATSFailure.check(create(&message, subject, bytes))
        defer { natsMsg_Destroy(message) }
        for header in headers { try NATSFailure.check(natsMsgHeader_Set(message, header.name, header.value)) }
        var reply: OpaquePointer?
        let start = ContinuousClock.now
        let status = withConnection { connection in
            // The library would send it with the next connection, after the caller has stopped waiting.
            let isConnected = natsConnection_Status(connection) == NATS_CONN_STATUS_CONNECTED
            guard isConnected else { return NATS_CONNECTION_DISCONNECTED }
            return natsConnection_RequestMsg(&reply, connection, message, timeout)
        }
        if status == NATS_TIMEOUT, let refusal = reporter.refusal(of: subject, since: start) {
            throw NATSFailure(refusal, .refused)
        }
        try NATSFailure.check(status)
        defer { natsMsg_Destroy(reply) }
        return Self.bytes(of: reply)
    }

    /// Sends a message without waiting for a response.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - bytes: The content. Empty by default.
    ///   - reply: Where responses go; nil, the default, for none.
    func publish(_ subject: String, _ bytes: [UInt8] = [], reply: String? = nil) {
        bytes.withUnsafeBytes { buffer in
            let count = Int32(clamping: buffer.count)
            _ = withConnection { connection in
                if let reply {
                    natsConnection_PublishRequest(connection, subject, reply, buffer.baseAddress, count)
                } else {
                    natsConnection_Publish(connection, subject, buffer.baseAddress, count)
                }
            }
        }
    }

    /// Subscribes to a subject. The subscription belongs to the calling thread.
    ///
    /// - Parameters:
    ///   - subject: The subject.
    ///   - group: Each message goes to one of the subscriptions with the same group; nil, the default, for all of them.
    ///   - maxMessages: The most messages that wait for the thread; later ones are dropped. Unlimited by default.
    /// - Returns: The subscription, which ends with the value.
    /// - Throws: ``NATSFailure``.
    func subscribe(
        _ subject: String,
        group: String? = nil,
        maxMessages: Int = -1
    ) throws(NATSFailure) -> NATSSubscription {
        let handle = handle.withLock { $0 }
        let subscription = try NATSSubscription(on: handle, subject, group: group)
        // Flow control bounds the messages of a consumer.
        subscription.limit(maxMessages)
        return subscription
    }

    /// Whether the program has ended the connection.
    var isClosed: Bool { reporter.isClosing }

    /// Waits for a random part of some milliseconds, or until the program ends the connection.
    func pause(upTo milliseconds: Int) {
        let pause = DispatchTimeInterval.milliseconds(Int.random(in: milliseconds / 2...milliseconds))
        if ended.wait(timeout: .now() + pause) == .success { ended.signal() }
    }

    /// Ends the connection. Calls that wait end with a failure, and so do later ones.
    func close() {
        reporter.startClosing()
        ended.signal()
        withConnection { natsConnection_Close($0) }
    }

    deinit {
        reporter.startClosing()
    }

    private func create(_ message: inout OpaquePointer?, _ subject: String, _ bytes: [UInt8]) -> natsStatus {
        bytes.withUnsafeBytes { buffer in
            natsMsg_Create(
                &message,
                subject,
                nil,
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(clamping: buffer.count)
            )
        }
    }

    static func bytes(of message: OpaquePointer?) -> [UInt8] {
        let count = Int(natsMsg_GetDataLength(message))
        guard count > 0, let data = natsMsg_GetData(message) else { return [] }
        return Array(UnsafeRawBufferPointer(start: data, count: count))
    }
}
#endif
