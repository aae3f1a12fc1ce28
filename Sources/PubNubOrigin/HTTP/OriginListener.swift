import Glibc
import PubNubLocks
import NIOCore
import NIOPosix

/// The socket that a server listens on, and the connections that it accepted.
struct OriginListener: Sendable {
    /// The port that it listens on; nil once it is closed.
    var port: Int? { channel.localAddress?.port }

    private let channel: any Channel
    private let connections: OpenConnections

    /// Starts to listen.
    ///
    /// - Parameters:
    ///   - host: The name or address to listen on.
    ///   - port: The port; 0 for any that is free.
    ///   - connections: Where accepted connections are entered.
    ///   - accept: Sets up an accepted connection, on the connection's event loop.
    /// - Returns: The listener, which accepts connections already.
    /// - Throws: ``OriginError/cannotListen(_:)``.
    static func listen(
        on host: String,
        port: Int,
        connections: OpenConnections,
        accept: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>
    ) async throws(OriginError) -> OriginListener {
        let bootstrap = ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 4096)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            // A client that has closed its sending side still gets the responses to what it sent.
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { connection in
                connection.closeOnExec()
                connections.add(connection)
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

    private init(channel: any Channel, connections: OpenConnections) {
        self.channel = channel
        self.connections = connections
    }

    /// Stops listening, lets each connection finish what it serves, and returns when all are closed.
    func drain() async {
        try? await channel.close()
        await connections.drain()
    }

    /// Stops listening, closes all connections immediately, and returns when they are closed.
    func close() async {
        try? await channel.close()
        await connections.close()
    }
}

/// The connections that are open, so that a server that stops can end them.
final class OpenConnections: Sendable {
    private enum Ending {
        /// Connections end after what they serve.
        case draining
        /// Connections end immediately.
        case closed
    }

    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var ending: Ending?
    }

    private let state = Locked(State())

    /// How many connections are open.
    var count: Int { state.withLock { $0.channels.count } }

    /// Takes in a connection until it is closed; ends it if the server stops already. Call it on the connection's event loop.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let ending = state.withLock { state in
            state.channels[id] = channel
            return state.ending
        }
        channel.closeFuture.whenComplete { [weak self] _ in
            _ = self?.state.withLock { $0.channels.removeValue(forKey: id) }
        }
        switch ending {
        case .draining: Self.askToEnd(channel)
        case .closed: channel.close(promise: nil)
        case nil: break
        }
    }

    /// Lets each connection finish what it serves, and returns when all are closed.
    func drain() async {
        let channels = end(.draining)
        for channel in channels { Self.askToEnd(channel) }
        for channel in channels { try? await channel.closeFuture.get() }
    }

    /// Closes all connections, and returns when they are closed.
    func close() async {
        let endings = end(.closed).map { $0.close() }
        for ending in endings { try? await ending.get() }
    }

    private func end(_ ending: Ending) -> [any Channel] {
        state.withLock { state in
            state.ending = ending
            return Array(state.channels.values)
        }
    }

    /// Tells a connection's handlers that the server stops, once the connection is set up.
    private static func askToEnd(_ channel: any Channel) {
        channel.eventLoop.execute { channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent()) }
    }
}

extension Channel {
    /// Keeps the channel's socket out of programs that the process starts, where it would hold the connection or the port
    /// open. NIO opens and accepts sockets without this mark. Call it on the channel's event loop.
    func closeOnExec() {
        _ = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
            fcntl(socket, F_SETFD, FD_CLOEXEC)
        }
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
