import Foundation
import PubNub
import PubNubWire

/// Where results and errors go: JSON lines for scripts, text for people, and never a secret.
struct Output: Sendable {
    /// Whether `--json` was given.
    let isJSON: Bool
    /// How text on standard output is coloured.
    let terminal = Terminal(descriptor: STDOUT_FILENO)

    /// Prints a result, as `{"result":…}` or as the lines given for people.
    func result(_ value: JSONValue, forPeople lines: @autoclosure () -> [String]) {
        if isJSON {
            line(JSONValue.object(["result": value]).text)
        } else {
            self.lines(lines())
        }
    }

    /// Prints a result that can be long, with `--json` only: `write` appends the object under `result` part by part, so that
    /// its text is never held as a whole.
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

    /// Prints an event of a subscription.
    func event(_ value: JSONValue, forPeople text: @autoclosure () -> String) {
        line(isJSON ? value.text : text())
    }

    /// Prints an error, as `{"error":…}` on standard output or in words on standard error; `subject` is what it is about
    /// unless it says so itself.
    func error(_ error: PNError, about subject: String? = nil) {
        if isJSON {
            line(JSONValue.object(["error": error.report(about: subject)]).text)
        } else {
            let label = Terminal(descriptor: STDERR_FILENO).paint("error \(error.code):", .red)
            note(label + " " + error.localizedDescription.printable)
            for advice in [error.localizedRecoverySuggestion, error.hint].compactMap(\.self) { note(advice.printable) }
        }
    }

    /// Says something beside the results, on standard error.
    func note(_ text: String) {
        // Nobody is left to be told when that fails.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Tells a person who waits at a terminal how many messages have come so far.
    func progress(_ count: Int) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\(count) messages\u{1B}[K\r".utf8))
    }

    /// Says, once for all of them, that secrets were given as flags.
    func warn(aboutSecretFlags flags: [String]) {
        guard !flags.isEmpty else { return }
        note(
            "warning: \(flags.joined(separator: ", ")) can be seen by other users of this machine;"
                + " the environment or a file is safer"
        )
    }

    private func line(_ text: String) {
        // Written at once, so that a reader at the other end of a pipe sees each event when it happens.
        write(Data((text + "\n").utf8))
    }

    /// Writes to standard output; ends the process with status 1 when that fails, because the results have no reader.
    private func write(_ data: Data) {
        do {
            try FileHandle.standardOutput.write(contentsOf: data)
        } catch {
            note("error: cannot write to standard output: \(error.localizedDescription)")
            exit(EXIT_FAILURE)
        }
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

    /// Writes what is left.
    mutating func flush() {
        if !part.isEmpty { write(part) }
        part.removeAll(keepingCapacity: true)
    }
}
