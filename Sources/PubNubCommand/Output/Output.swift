import Foundation
import PubNub
import PubNubWire

/// Prints results and errors: JSON lines for scripts, text for people. It never prints a secret.
struct Output: Sendable {
    /// Whether `--json` was given.
    let isJSON: Bool
    /// The colours of text on standard output.
    let terminal = Terminal(descriptor: STDOUT_FILENO)
    /// The colours of text on standard error.
    let errorTerminal = Terminal(descriptor: STDERR_FILENO)

    /// Prints a result, as `{"result":…}` or as the lines given for people.
    func result(_ value: JSON, forPeople lines: @autoclosure () -> [String]) {
        if isJSON {
            line(JSON.object(["result": value]).text)
        } else {
            self.lines(lines())
        }
    }

    /// Prints a result that can be long, only with `--json`: `write` appends the object under `result` in parts, so that the
    /// whole text is never in memory.
    func longResult(_ write: (inout OutputLine) -> Void) {
        var line = OutputLine(write: self.write)
        line.append(#"{"result":"#)
        write(&line)
        line.append("}\n")
        line.flush()
    }

    /// Prints lines for people.
    func lines(_ texts: [String]) {
        for text in texts { line(text.printable) }
    }

    /// Prints bytes as they are.
    func bytes(_ bytes: [UInt8]) {
        write(Data(bytes))
    }

    /// Prints an event of a subscription.
    func event(_ value: JSON, forPeople text: @autoclosure () -> String) {
        line(isJSON ? value.text : text())
    }

    /// Prints a change of the state of a subscription: an event with `--json`, otherwise a line on standard error.
    func status(_ value: JSON, forPeople text: @autoclosure () -> String) {
        if isJSON { line(value.text) } else { note(text()) }
    }

    /// Prints an error, as `{"error":…}` on standard output or in words on standard error.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - subject: The name that the error concerns if the error itself has none.
    ///   - reason: The reason for people, in place of that of the error.
    func error(_ error: PNError, about subject: String? = nil, reason: String? = nil) {
        if isJSON {
            line(JSON.object(["error": error.report(about: subject)]).text)
        } else {
            let label = errorTerminal.paint("error \(error.code):", .red)
            let description = error.localizedDescription
            let name = subject.map { description.contains($0) ? "" : "\($0): " } ?? ""
            // The service separates the details of an error by line breaks.
            let lines = (name + description).split(separator: "\n").map { String($0).printable }
            note(label + " " + lines.joined(separator: "\n"))
            for line in error.details(reason: reason) { note(line.printable) }
        }
    }

    /// Prints a line on standard error.
    func note(_ text: String) {
        // A failure cannot be reported anywhere else.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Asks a question on standard error, without a line break after it.
    func ask(_ question: String) {
        try? FileHandle.standardError.write(contentsOf: Data(question.printable.utf8))
    }

    /// Shows the number of messages so far, if standard error is a terminal.
    func progress(_ count: Int) {
        liveLine(count.of("message"))
    }

    /// Shows a line in place of the previous live line, if standard error is a terminal; `nil` clears it.
    func liveLine(_ text: String?) {
        guard errorTerminal.isTerminal else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\(text ?? "")\u{1B}[K\r".utf8))
    }

    /// Warns, in one line, about secrets that were given as flags.
    func warn(aboutSecretFlags flags: [String]) {
        guard !flags.isEmpty else { return }
        note(
            "warning: \(flags.joined(separator: ", ")) can be seen by other users of this machine;"
                + " the environment or a file is safer"
        )
    }

    private func line(_ text: String) {
        // Output is not buffered, so that the reader of a pipe receives each event when it happens.
        write(Data((text + "\n").utf8))
    }

    /// Writes to standard output; ends the process with status 1 if that fails, because the results have no reader. A reader
    /// that has closed the pipe, such as `head`, has what it wants, so nothing is reported.
    private func write(_ data: Data) {
        let failure = data.withUnsafeBytes { bytes -> Int32 in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = Foundation.write(STDOUT_FILENO, part.baseAddress, part.count)
                if count >= 0 {
                    rest = rest.dropFirst(count)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard failure != 0 else { return }
        if failure != EPIPE { note("error: cannot write to standard output: \(String(cString: strerror(failure)))") }
        exit(EXIT_FAILURE)
    }

    /// Prepares the standard descriptors; called before anything is opened.
    ///
    /// A closed pipe then is an error of the write and does not kill the process in the middle of a call. Descriptors that
    /// the caller has closed are opened, so that no socket or file takes their numbers and receives the output.
    static func prepareDescriptors() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // Standard output is opened for reading only: a result that cannot be delivered is an error.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_RDWR)
        }
    }
}

/// A line of output that is written in parts.
struct OutputLine {
    private static let partSize = 65_536

    private let write: (Data) -> Void
    private var part = Data()

    init(write: @escaping (Data) -> Void) {
        self.write = write
    }

    mutating func append(_ text: String) {
        part += text.utf8
        if part.count >= Self.partSize { flush() }
    }

    /// Appends a JSON array or object with the parts between `open` and `close`, separated by commas.
    mutating func append(_ open: String, _ parts: some Sequence<String>, _ close: String) {
        append(open)
        var isFirst = true
        for part in parts {
            if !isFirst { append(",") }
            append(part)
            isFirst = false
        }
        append(close)
    }

    /// Writes the rest.
    mutating func flush() {
        if !part.isEmpty { write(part) }
        part.removeAll(keepingCapacity: true)
    }
}
