import Glibc
import NIOCore

extension Channel {
    /// Keeps the channel's socket out of programs that the process starts, where it would hold the connection or the port
    /// open. NIO opens and accepts sockets without this mark. Call it on the channel's event loop.
    func closeOnExec() {
        _ = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { socket in
            fcntl(socket, F_SETFD, FD_CLOEXEC)
        }
    }
}
