import ArgumentParser
import PubNub
import PubNubWire

/// `pubnub publish`
struct PublishCommand: ClientCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish",
        abstract: "Send a message to a channel, or a message for each line of standard input.",
        discussion: """
              pubnub publish chat hello
              pubnub publish chat '{"text":"hello"}'
              pubnub publish chat --text 42
              tail -f app.log | pubnub publish log --text -
              pubnub publish chat -- -1
              pubnub publish chat hello --apns '{"aps":{"alert":"hello"}}'

            MESSAGE is sent as JSON if it is JSON, otherwise as a string. Lines of standard input are sent in order. The \
            command reports a line that cannot be sent, or is longer than 1 MiB, and continues with the next one.
            """
    )

    @Argument(help: "Channel to send to.")
    var channel: String

    @Argument(help: "The message: JSON or a string; - reads standard input.")
    var message: String

    @OptionGroup var options: MessageOptions

    @Option(help: ArgumentHelp("Payload for Apple's push notifications, a JSON object.", valueName: "json"))
    var apns: JSONObjectArgument?

    @Option(help: ArgumentHelp("Payload for Google's push notifications, a JSON object.", valueName: "json"))
    var gcm: JSONObjectArgument?

    @Option(help: ArgumentHelp("Metadata for the filters of subscribers, a JSON value.", valueName: "json"))
    var meta: JSONArgument?

    @Option(
        help: ArgumentHelp(
            "How long history stores the message, such as 12h or 7d, rounded up to hours; a number without a unit counts hours. Default: the setting of the keyset.",
            valueName: "duration"
        )
    )
    var ttl: DurationArgument?

    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let ttl, ttl.seconds(defaultUnit: .hours) < 0 {
            throw ValidationError("--ttl takes a duration, such as 12h or 7d.")
        }
        if message != "-", options.content.content(of: message) == nil {
            throw ValidationError("MESSAGE is not JSON. Without --json-strict it is sent as a string.")
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
        var number = 0
        while let line = try lines.next() {
            number += 1
            do {
                switch line {
                case .tooLong:
                    throw PNError(reason: "Line \(number) is longer than 1 MiB.", code: kPNTooLongMessageError)
                case .text(let text):
                    if text.isEmpty && !options.content.text { continue }
                    guard options.content.content(of: text) != nil else {
                        throw PNError(
                            reason: "Line \(number) is not JSON. Without --json-strict it is sent as a string.",
                            code: kPNInvalidJSONError
                        )
                    }
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
        guard let content = options.content.content(of: line) else {
            throw PNError(reason: "The line is not JSON.", code: kPNInvalidJSONError)
        }
        let sent = try await client.send(
            content.native,
            to: PNChannel.exactly(named: channel),
            SendOptions(
                apns: apns?.members,
                gcm: gcm?.members,
                isCompressed: options.compressed,
                isStored: !options.isNotStored,
                metadata: meta?.value,
                hoursStored: ttl?.rounded(to: .hours)
            )
        )
        output.result(
            .object(["channel": .string(channel), "timetoken": .timetoken(sent.date)]),
            forPeople: ["sent to \(channel) at \(sent.date?.text ?? "an unknown time")"]
        )
    }
}

/// The form in which `publish` and `size` send a message.
struct MessageOptions: ParsableArguments {
    @OptionGroup var content: ContentOptions

    @Flag(name: .customLong("no-store"), help: "Do not store the message in the history of the channel.")
    var isNotStored = false

    @Flag(help: "Send the message compressed, as a POST request.")
    var compressed = false
}

/// The conversion of the argument MESSAGE to the content of a message or signal.
struct ContentOptions: ParsableArguments {
    @Flag(help: "Send MESSAGE as a string, even if it is JSON.")
    var text = false

    @Flag(name: .customLong("json-strict"), help: "Fail if MESSAGE is not JSON, instead of sending it as a string.")
    var requiresJSON = false

    func validate() throws {
        if text, requiresJSON { throw ValidationError("--text and --json-strict exclude each other.") }
    }

    /// The content for an argument or a line: JSON if it parses, otherwise a string.
    ///
    /// - Returns: The content, or `nil` if it has to be JSON and is not.
    func content(of argument: String) -> JSON? {
        if text { return .string(argument) }
        if let value = try? JSON(parsing: argument) { return value }
        return requiresJSON ? nil : .string(argument)
    }
}

/// The options of a published message.
struct SendOptions: Sendable {
    let apns: [String: JSON]?
    let gcm: [String: JSON]?
    let isCompressed: Bool
    let isStored: Bool
    let metadata: JSON?
    let hoursStored: Int?
}

extension PubNub {
    /// Sends a message; throws the `PNError` of a failure. A message that is being sent is counted even after a cancellation.
    func send(_ message: Any, to channel: PNChannel, _ options: SendOptions) async throws -> PNMessage {
        try await outcome(isCancellable: false) { outcome in
            sendMessage(
                message,
                applePushNotification: options.apns?.mapValues(\.native),
                googleCloudNotification: options.gcm?.mapValues(\.native),
                to: channel,
                compressed: options.isCompressed,
                storeInHistory: options.isStored,
                metadata: options.metadata,
                hoursInHistory: options.hoursStored
            ) { state, result in
                switch state {
                case .sent: outcome.end(result as? PNMessage, nil)
                case .sendingError: outcome.fail(result as? PNError)
                default: break
                }
            }
        }
    }
}
