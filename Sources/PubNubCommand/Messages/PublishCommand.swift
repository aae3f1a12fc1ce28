import ArgumentParser
import Foundation
import PubNub
import PubNubWire

/// `pubnub publish`
struct PublishCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send a message to a channel, or a message for each line of standard input.",
        discussion: """
              pubnub publish chat '{"text":"hello"}'
              pubnub publish chat --text 'hello'
              tail -f app.log | pubnub publish log --text -
              pubnub publish chat -- -1
              pubnub publish chat '"hello"' --apns '{"aps":{"alert":"hello"}}'

            Lines of standard input are sent in their order. A line that cannot be sent, or is longer than 1 MiB, is \
            reported, and the next one is sent.
            """
    )

    @OptionGroup var common: CommonOptions

    @Argument(help: "Channel to send to.")
    var channel: String

    @Argument(help: "The message: JSON, or text with --text, or - for standard input.")
    var message: String

    @OptionGroup var options: MessageOptions

    @Option(help: ArgumentHelp("Payload for Apple's push notifications, a JSON object.", valueName: "json"))
    var apns: JSONObjectArgument?

    @Option(help: ArgumentHelp("Payload for Google's push notifications, a JSON object.", valueName: "json"))
    var gcm: JSONObjectArgument?

    @Option(help: ArgumentHelp("Metadata that subscribers' filters are applied to, as JSON.", valueName: "json"))
    var meta: JSONArgument?

    @Option(help: ArgumentHelp("Hours for which history keeps the message.", valueName: "hours"))
    var ttl: Int?

    func validate() throws {
        if let ttl, ttl < 0 { throw ValidationError("--ttl takes a number of hours.") }
        if message != "-", options.body(of: message) == nil {
            throw ValidationError(
                "MESSAGE is not JSON; add --text to send it as a text, or give a JSON text with its quotes: '\"hello\"'."
            )
        }
    }

    func perform(with client: PubNub, output: Output) async throws {
        try await client.connected(within: common.timeout)
        guard message == "-" else {
            try await send(message, with: client, output: output)
            return
        }
        var hasFailed = false
        var lines = InputLines()
        while let line = try lines.next() {
            do {
                switch line {
                case .tooLong:
                    throw PNError(message: "The line is longer than 1 MiB.", code: kPNTooLongMessageError)
                case .text(let text):
                    if text.isEmpty && !options.text { continue }
                    try await send(text, with: client, output: output)
                }
            } catch let error as PNError {
                hasFailed = true
                output.error(error)
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    private func send(_ line: String, with client: PubNub, output: Output) async throws {
        guard let body = options.body(of: line) else {
            throw PNError(message: "The line is not JSON.", code: kPNInvalidJSONError)
        }
        let sent = try await client.send(
            body.object,
            to: PNChannel.channel(withName: channel),
            SendOptions(
                apns: apns?.members,
                gcm: gcm?.members,
                isCompressed: options.compressed,
                isStored: !options.isNotStored,
                metadata: meta?.value,
                hoursStored: ttl
            )
        )
        output.result(
            .object(["channel": .string(channel), "timetoken": .timetoken(sent.date)]),
            forPeople: ["sent to \(channel) at \(sent.date?.text ?? "an unknown time")"]
        )
    }
}

/// How a message is sent.
struct SendOptions: Sendable {
    let apns: [String: JSONValue]?
    let gcm: [String: JSONValue]?
    let isCompressed: Bool
    let isStored: Bool
    let metadata: JSONValue?
    let hoursStored: Int?
}

/// How the argument of `publish` and `size` becomes a message, and how that travels.
struct MessageOptions: ParsableArguments {
    @Flag(help: "The message is a text, not JSON.")
    var text = false

    @Flag(name: .customLong("no-store"), help: "Keep the message out of the channel's history.")
    var isNotStored = false

    @Flag(help: "Send the message compressed, as a POST request.")
    var compressed = false

    /// The message that an argument or a line stands for; nil when it is none.
    func body(of argument: String) -> JSONValue? {
        text ? .string(argument) : try? JSONValue(parsing: argument)
    }
}

/// The lines of standard input, each up to a limit, so that input without a line break does not fill the memory.
struct InputLines {
    /// A line without its line break.
    enum Line {
        case text(String)
        /// The line was longer than the limit; it was read to its end and discarded.
        case tooLong
    }

    /// The longest line, in bytes: 1 MiB, which is far more than a service accepts as a message.
    static let limit = 1024 * 1024

    private var buffer: [UInt8] = []
    /// Where in `buffer` the next line begins.
    private var position = 0

    /// Reads the next line; bytes that are not UTF-8 become replacement characters.
    ///
    /// - Returns: The line; nil at the end of the input.
    /// - Throws: A `PNError` if standard input cannot be read.
    mutating func next() throws(PNError) -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        var isEmpty = true
        while true {
            if position == buffer.count {
                guard try fill() else { break }
            }
            isEmpty = false
            let rest = buffer[position...]
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let part = rest[..<(end ?? rest.endIndex)]
            position = end.map { $0 + 1 } ?? rest.endIndex
            isTooLong = isTooLong || line.count + part.count > Self.limit
            if isTooLong { line = [] } else { line += part }
            if end != nil { break }
        }
        if isEmpty { return nil }
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        return isTooLong ? .tooLong : .text(String(decoding: line, as: UTF8.self))
    }

    /// Reads what there is into the buffer; false at the end of the input.
    private mutating func fill() throws(PNError) -> Bool {
        position = 0
        while true {
            var count = 0
            buffer = Array(unsafeUninitializedCapacity: 65_536) { space, initialized in
                count = read(STDIN_FILENO, space.baseAddress, space.count)
                initialized = max(0, count)
            }
            if count >= 0 { return count > 0 }
            guard errno == EINTR else {
                let reason = String(cString: strerror(errno))
                throw PNError(message: "Standard input cannot be read: \(reason).", code: kPNUnknownError)
            }
        }
    }
}
