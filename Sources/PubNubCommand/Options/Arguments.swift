import ArgumentParser
import Foundation
import Logging
import PubNub
import PubNubWire

/// An argument that has to be JSON.
struct JSONArgument: ExpressibleByArgument, Sendable {
    let value: JSONValue

    init?(argument: String) {
        guard let value = try? JSONValue(parsing: argument) else { return nil }
        self.value = value
    }
}

/// An argument that has to be a JSON object.
struct JSONObjectArgument: ExpressibleByArgument, Sendable {
    let members: [String: JSONValue]

    init?(argument: String) {
        guard let value = try? JSONValue(parsing: argument), let members = value.objectValue else { return nil }
        self.members = members
    }
}

/// A number of minutes of any size.
struct MinutesArgument: ExpressibleByArgument, Sendable {
    let minutes: Int

    init?(argument: String) {
        let digits = argument.hasPrefix("-") ? argument.dropFirst() : argument[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // More digits than fit are as good as the most that fit.
        minutes = Int(argument) ?? (argument.hasPrefix("-") ? .min : .max)
    }
}

/// An argument that is a timetoken: a number of 10⁻⁷ s since 1970.
struct TimetokenArgument: ExpressibleByArgument, Sendable {
    let value: UInt64

    init?(argument: String) {
        guard let value = UInt64(argument), value > 0 else { return nil }
        self.value = value
    }

    /// The library's form.
    var date: PNDate { PNDate(token: NSNumber(value: value)) }
}

/// The values of `--log`, which are swift-log's own levels.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error, critical

    /// The level as swift-log knows it.
    var level: Logger.Level {
        switch self {
        case .trace: .trace
        case .debug: .debug
        case .info: .info
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}

/// The names of the encryption formats on the command line.
enum CipherFormat {
    private static let formats: [String: PNEncryptionFormat] = [
        "fixed": .fixedVector, "random": .randomVector, "header": .header, "3.3": .ios33,
    ]

    /// The format of a name; the library's default for an empty name.
    static func format(named name: String) throws -> PNEncryptionFormat {
        guard !name.isEmpty else { return .fixedVector }
        guard let format = formats[name] else {
            throw ValidationError("--cipher-format takes fixed, random, header or 3.3.")
        }
        return format
    }
}

/// The value of `--proxy`, or what stands in for it.
enum ProxyName {
    /// The proxy that a flag, the variable of this command, the file or the variables of all programs name, in this order.
    ///
    /// - Returns: The proxy; nil when none is named, or an empty one, or when the origin is an exception.
    /// - Throws: A `ValidationError` that does not repeat the value, which may hold a password.
    static func proxy(
        _ flag: String?,
        _ variable: String?,
        _ inFile: String?,
        for origin: OriginName
    ) throws -> PNProxy? {
        let named = [("--proxy", flag), ("PUBNUB_PROXY", variable), ("proxy in the --config file", inFile)]
        guard let (source, value) = named.first(where: { $0.1 != nil }), let url = value else {
            return try checked("") { () throws(PNError) in
                try PNProxy.fromEnvironment(forOrigin: origin.host, secure: origin.isSecure)
            }
        }
        return try url.isEmpty ? nil : checked("\(source): ") { () throws(PNError) in try PNProxy(url: url) }
    }

    private static func checked<Value>(_ prefix: String, _ body: () throws(PNError) -> Value) throws -> Value {
        do throws(PNError) {
            return try body()
        } catch {
            throw ValidationError(prefix + (error.localizedFailureReason ?? error.localizedDescription))
        }
    }
}
