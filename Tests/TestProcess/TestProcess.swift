import Dispatch
import Foundation

/// The processes that tests start, and most of which they kill.
///
/// `test-process chat-store …` is ``ChatStoreProcess`` or ``StoreHolder``, `test-process names …` ``NamesProcess``, and `test-process outbox …`
/// ``OutboxProcess``.
@main
enum TestProcess {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst(2))
        switch CommandLine.arguments.dropFirst().first {
        case "chat-store":
            if try StoreHolder.run(arguments) { return }
            Task {
                do {
                    try await ChatStoreProcess.run(arguments)
                } catch {
                    FileHandle.standardError.write(Data("test-process: \(error)\n".utf8))
                    exit(EXIT_FAILURE)
                }
                exit(EXIT_SUCCESS)
            }
            dispatchMain()
        case "names": NamesProcess.run(arguments)
        case "outbox": OutboxProcess.run(arguments)
        default: exit(EX_USAGE)
        }
    }
}

/// Prints a line without a buffer.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
