public import Foundation

/// The options on the command line of a HOWTO: `--name VALUE`, or `--name` alone for a switch.
public struct Options: Sendable {
    private let story: Narrator
    private var values: [String: String] = [:]
    private var switches: Set<String> = []

    /// Reads the command line; what is not known ends the story with a line that says what is.
    public init(_ story: Narrator, values names: Set<String> = [], switches known: Set<String> = []) {
        self.story = story
        var arguments = CommandLine.arguments.dropFirst()
        while let argument = arguments.popFirst() {
            if known.contains(argument) {
                switches.insert(argument)
            } else if names.contains(argument), let value = arguments.popFirst() {
                values[argument] = value
            } else {
                let usage = names.sorted().map { "\($0) VALUE" } + known.sorted()
                story.fail("cannot use \(argument); there are: \(usage.joined(separator: ", "))")
            }
        }
    }

    /// The value of an option; nil when it was not given.
    public subscript(name: String) -> String? { values[name] }

    /// The bytes that an option gives as hexadecimal digits; nil when it was not given. Anything else ends the story.
    public func data(_ name: String) -> Data? {
        values[name].map { text in
            let digits = text.compactMap { $0.isASCII ? $0.hexDigitValue : nil }
            guard !digits.isEmpty, digits.count == text.count, digits.count.isMultiple(of: 2) else {
                story.fail("\(name) takes hexadecimal digits, two for each byte")
            }
            return Data(stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) })
        }
    }

    /// Whether a switch was given.
    public func has(_ name: String) -> Bool { switches.contains(name) }
}
