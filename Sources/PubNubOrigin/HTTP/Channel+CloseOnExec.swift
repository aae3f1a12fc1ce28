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
