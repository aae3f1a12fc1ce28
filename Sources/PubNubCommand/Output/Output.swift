import Foundation
import PubNub
import PubNubWire

/// Where results and errors go: JSON lines for scripts, text for people, and never a secret.
struct Output: Sendable {
    /// Whether `--json` was given.
    let isJSON: Bool
    /// The colours of text on standard output.
    let terminal = Terminal(descriptor: STDOUT_FILENO)
    /// The colours of text on standard error.
    let errorTerminal = Terminal(descriptor: STDERR_FILENO)

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

    /// Prints a change of the state of a subscription: an event with `--json`, otherwise a line on standard error.
    func status(_ value: JSONValue, forPeople text: @autoclosure () -> String) {
        if isJSON { line(value.text) } else { note(text()) }
    }

    /// Prints an error, as `{"error":…}` on standard output or in words on standard error; `subject` is what it is about
    /// unless it says so itself.
    func error(_ error: PNError, about subject: String? = nil) {
        if isJSON {
            line(JSONValue.object(["error": error.report(about: subject)]).text)
        } else {
            let label = errorTerminal.paint("error \(error.code):", .red)
            note(label + " " + error.localizedDescription.printable)
            for advice in [error.localizedRecoverySuggestion, error.hint].compactMap(\.self) { note(advice.printable) }
        }
    }

    /// Prints a line on standard error.
    func note(_ text: String) {
        // A failure cannot be reported anywhere else.
        try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
    }

    /// Shows the number of messages so far, if standard error is a terminal.
    func progress(_ count: Int) {
        liveLine("\(count) messages")
    }

    /// Shows a line in place of the previous live line, if standard error is a terminal; `nil` clears it.
    func liveLine(_ text: String?) {
        guard errorTerminal.isTerminal else { return }
        try? FileHandle.standardError.write(contentsOf: Data("\r\(text ?? "")\u{1B}[K\r".utf8))
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
