import Glibc
import PubNubSupport
package import NIOCore
import NIOPosix

/// The socket that a server listens on, and the connections that it accepted.
package struct OriginListener: Sendable {
    /// The port that it listens on; nil once it is closed.
    package var port: Int? { channel.localAddress?.port }

    private let channel: any Channel
    private let connections: OpenConnections

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: The name or address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - connections: Where accepted connections are entered; it may refuse them.
    ///   - uptime: The time of the server's clock.
    ///   - report: Is called with a line for the operator when connections cannot be accepted.
    ///   - accept: Sets up an accepted connection, on the connection's event loop.
    /// - Returns: The listener, which accepts connections already.
    /// - Throws: ``OriginError/cannotListen(_:)``.
    package static func listen(
        on host: String,
        port: Int,
        connections: OpenConnections,
        uptime: @escaping @Sendable () -> Duration,
        report: @escaping @Sendable (String) -> Void = { _ in },
        accept: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws(OriginError) -> OriginListener {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 4096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .serverChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let failures = AcceptFailures(connections: connections, uptime: uptime, report: report)
                    let handler = AcceptBackoffHandler(shouldForwardIOErrorCaught: false) { failures.pause(after: $0) }
                    try channel.pipeline.syncOperations.addHandler(handler)
                }
            }
            // A client that has closed its sending side still gets the responses to what it sent.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            // Each connection keeps the memory that it read its last request into. It grows with the requests.
            .childChannelOption(
                .recvAllocator,
                value: AdaptiveRecvByteBufferAllocator(minimum: 256, initial: 512, maximum: 65_536)
            )
            // A client that has vanished without closing is noticed within two minutes, also while it has a long poll.
            .childChannelOption(.socketOption(.so_keepalive), value: 1)
            .childChannelOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_KEEPIDLE)), value: KeepAlive.idleSeconds)
            .childChannelOption(
                .tcpOption(NIOBSDSocket.Option(rawValue: TCP_KEEPINTVL)),
                value: KeepAlive.intervalSeconds
            )
            .childChannelOption(.tcpOption(NIOBSDSocket.Option(rawValue: TCP_KEEPCNT)), value: KeepAlive.probes)
            .childChannelInitializer { connection in
                connection.closeOnExec()
                guard connections.admit(connection, at: uptime()) != nil else {
                    connection.close(promise: nil)
                    return connection.eventLoop.makeSucceededVoidFuture()
                }
                return accept(connection)
            }
        do {
            let channel = try await bootstrap.bind(host: host, port: port).get()
            channel.eventLoop.execute { channel.closeOnExec() }
            EventQueues.closeOnExec()
            return OriginListener(channel: channel, connections: connections)
        } catch {
            throw .cannotListen("\(error)")
        }
    }

    /// Starts to listen for the requests of another service than that of clients.
    ///
    /// - Parameters:
    ///   - host: The name or address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - limits: The limits of connections and requests.
    ///   - service: Serves the requests.
    ///   - secure: Adds handlers to an accepted connection that come before those of requests, on the connection's event loop.
    /// - Returns: The listener, which accepts connections already.
    /// - Throws: ``OriginError/cannotListen(_:)``.
    package static func listen(
        on host: String,
        port: Int,
        limits: OriginLimits,
        serving service: any RequestResponder,
        secure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws(OriginError) -> OriginListener {
        let connections = OpenConnections(limits: limits)
        let pipelines = HTTPPipelines(
            service: .other(service),
            limits: limits,
            rates: nil,
            connections: connections,
            recording: RequestRecording(metrics: OriginMetrics(), observers: [], clock: SystemOriginClock())
        )
        return try await listen(on: host, port: port, connections: connections, uptime: { pipelines.uptime }) {
            connection in
            do {
                try secure(connection)
                return pipelines.configureHTTP1(on: connection)
            } catch {
                return connection.eventLoop.makeFailedFuture(error)
            }
        }
    }

    private init(channel: any Channel, connections: OpenConnections) {
        self.channel = channel
        self.connections = connections
    }

    /// Accepts the connections that the kernel has completed already, and stops listening.
    func stopListening() async {
        let channel = channel
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            channel.eventLoop.execute {
                let isSilent = channel.withSocket { ListeningSocket.dropNewConnections($0) } ?? false
                guard isSilent else { return continuation.resume() }
                Self.acceptAll(channel, ticks: Self.acceptTicks) { continuation.resume() }
            }
        }
        // An accepted connection is set up on the event loop that it is given to, and then enters the pipeline of this channel, which
        // closes it if this channel is closed by then.
        for _ in 0..<2 {
            for eventLoop in MultiThreadedEventLoopGroup.singleton.makeIterator() {
                try? await eventLoop.submit {}.get()
            }
            try? await channel.eventLoop.submit {}.get()
        }
        try? await channel.close()
    }

    /// Calls `completion` when no connection waits to be accepted, or after so many ticks of the event loop, each of which accepts some.
    private static func acceptAll(_ channel: any Channel, ticks: Int, completion: @escaping @Sendable () -> Void) {
        let count = channel.withSocket { ListeningSocket.waitingCount($0) } ?? 0
        guard ticks > 0, let count, count > 0 else { return completion() }
        // Later and not immediately, as the event loop looks at its sockets only when no task is left.
        channel.eventLoop.scheduleTask(in: .milliseconds(1)) {
            acceptAll(channel, ticks: ticks - 1, completion: completion)
        }
    }

    /// How often a server that stops looks for connections to accept, a millisecond apart.
    private static let acceptTicks = 1000

    /// Stops listening, closes all connections immediately, and returns when they are closed.
    package func close() async {
        try? await channel.close()
        await connections.close()
    }
}

/// The probes of TCP by which a server notices that a client has vanished.
private enum KeepAlive {
    /// How long a connection is silent before the first probe.
    static let idleSeconds = 60
    static let intervalSeconds = 15
    /// So many probes without a response end the connection.
    static let probes = 4
}

extension Channel {
    /// Calls `body` with the channel's socket; returns nil if it has none. Call it on the channel's event loop.
    fileprivate func withSocket<Value>(_ body: (NIOBSDSocket.Handle) -> Value) -> Value? {
        (try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self, body)) ?? nil
    }

    /// Keeps the channel's socket out of programs that the process starts, where it would hold the connection or the port
    /// open. NIO opens and accepts sockets without this mark. Call it on the channel's event loop.
    func closeOnExec() {
        _ = withSocket { fcntl($0, F_SETFD, FD_CLOEXEC) }
    }
}

/// The event queues of the kernel (epoll) that event loops wait at.
enum EventQueues {
    /// Keeps all queues of this process out of programs that it starts: NIO makes them without this mark, and offers no access
    /// to them. No program has a use for a queue that it inherits. Without `/proc` nothing happens.
    static func closeOnExec() {
        guard let folder = opendir("/proc/self/fd"), let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
            return
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            // The name is read in place: a copy of `d_name` has its full size, which exceeds that of the last entries.
            let name = String(cString: UnsafeRawPointer(entry).advanced(by: offset).assumingMemoryBound(to: CChar.self))
            guard let descriptor = Int32(name), isQueue(name) else { continue }
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    private static func isQueue(_ name: String) -> Bool {
        let expected = "anon_inode:[eventpoll]"
        // One byte more, so that a longer name is not taken for this one.
        var target = [CChar](repeating: 0, count: expected.utf8.count + 1)
        let length = readlink("/proc/self/fd/\(name)", &target, target.count)
        return length == expected.utf8.count && target.prefix(length).elementsEqual(expected.utf8.map { CChar($0) })
    }
}
