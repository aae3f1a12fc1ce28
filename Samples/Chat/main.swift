import Foundation

let arguments = CommandLine.arguments.dropFirst()
if arguments.contains("--help") {
    print(Options.help)
    exit(0)
}
do {
    let session = try TerminalSession(Options(arguments))
    session.open()
    let sources = [SIGINT, SIGTERM, SIGHUP, SIGWINCH].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler {
            if number == SIGWINCH {
                session.read(Array(Key.controlL.utf8))
            } else {
                session.leave(128 + number)
            }
        }
        source.resume()
        return source
    }
    Thread.detachNewThread {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var count = 1
        while count > 0 {
            count = read(STDIN_FILENO, &buffer, buffer.count)
            let bytes = Array(buffer.prefix(max(0, count)))
            DispatchQueue.main.async { session.read(bytes) }
        }
    }
    withExtendedLifetime(sources) { RunLoop.main.run() }
} catch {
    FileHandle.standardError.write(Data("Chat: \(error)\n".utf8))
    exit(1)
}
