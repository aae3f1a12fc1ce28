import Foundation
import Glibc

/// A program with pipes at its input and output, which runs until it ends or this object is released.
///
/// Foundation's `Process` crashes in a process with more than about 1,400 descriptors, which tests of many connections need.
final class PipedProgram: Sendable {
    struct SetupFailure: Error {}

    let input: FileHandle
    let output: FileHandle
    private let id: pid_t

    /// Starts a program.
    ///
    /// - Parameter arguments: The name of the program, which is searched in `PATH`, and its arguments.
    /// - Throws: `SetupFailure` if the system does not start it.
    init(_ arguments: [String]) throws {
        let forInput = try Self.pipe()
        let forOutput = try Self.pipe()
        input = forInput.writing
        output = forOutput.reading
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, forInput.reading.fileDescriptor, STDIN_FILENO)
        posix_spawn_file_actions_adddup2(&actions, forOutput.writing.fileDescriptor, STDOUT_FILENO)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        let environment = ProcessInfo.processInfo.environment.map { "\($0)=\($1)" }
        var id: pid_t = 0
        let status = Self.withCStrings(arguments) { arguments in
            Self.withCStrings(environment) { environment in
                arguments[0].map { posix_spawnp(&id, $0, &actions, nil, arguments, environment) }
            }
        }
        guard status == 0 else { throw SetupFailure() }
        self.id = id
        // The program has these ends now. While this process also had them, no reader would reach the end.
        try forInput.reading.close()
        try forOutput.writing.close()
    }

    deinit {
        // The program inherits the signal mask of the starting thread, so a gentler signal may never arrive.
        kill(id, SIGKILL)
        waitpid(id, nil, 0)
    }

    private static func pipe() throws -> (reading: FileHandle, writing: FileHandle) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else { throw SetupFailure() }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (
            FileHandle(fileDescriptor: ends[0], closeOnDealloc: true),
            FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
        )
    }

    /// Passes strings as a C array that ends with a null pointer.
    private static func withCStrings<Value>(
        _ texts: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
