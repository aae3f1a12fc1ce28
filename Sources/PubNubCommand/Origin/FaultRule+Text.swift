import ArgumentParser
import PubNubOrigin

extension FaultPlan {
    /// Adds a fault in the notation of `--fault`: `[FAMILY[@CHANNEL]:]ACTION[=VALUE][#OCCURRENCE]`, or `refuse=COUNT` for
    /// connections.
    ///
    /// - Parameter setting: The text, for example `publish:status=503#first3` or `subscribe@chat:delay=2s`.
    /// - Throws: A `ValidationError` that says which part is wrong.
    mutating func add(_ setting: OriginSetting) throws {
        let (rest, occurrence) = Self.cutLast(setting.text, at: "#")
        let (target, action) = Self.cutLast(rest, at: ":")
        let isTargeted = action != nil
        let (name, value) = Self.cutFirst(action ?? target, at: "=")
        if name == "refuse", !isTargeted, occurrence == nil {
            refusedConnections = try OriginSetting(text: value ?? "1", source: "\(setting.source) refuse").count()
            return
        }
        var rule = FaultRule(try Self.action(name, value, setting))
        if let occurrence { rule.occurrence = try Self.occurrence(occurrence, setting) }
        if isTargeted {
            let (family, channel) = Self.cutFirst(target, at: "@")
            rule.channel = channel
            if !family.isEmpty { rule.family = try Self.family(family, setting) }
        }
        rules.append(rule)
    }

    private static let actions = [
        "delay", "drop", "drop-response", "truncate", "status", "reset", "wrong-encoding", "slow",
    ]

    private static func action(_ name: String, _ value: String?, _ setting: OriginSetting) throws -> FaultAction {
        let argument = OriginSetting(text: value ?? "", source: "\(setting.source) \(name)")
        switch name {
        case "delay": return .delay(try argument.duration())
        case "drop": return .drop
        case "drop-response": return .dropResponse
        case "truncate": return .truncate(bytes: try argument.count())
        case "reset": return .reset
        case "wrong-encoding": return .wrongEncoding
        case "status":
            guard let status = Int(argument.text), (200...599).contains(status) else {
                throw argument.wrong("a status from 200 to 599")
            }
            return .status(status)
        case "slow":
            let (bytes, pause) = cutFirst(argument.text, at: "/")
            guard let pause else { throw argument.wrong("BYTES/DURATION, such as 100/1s") }
            return .slow(
                bytes: try OriginSetting(text: bytes, source: argument.source).count(),
                every: try OriginSetting(text: pause, source: argument.source).duration()
            )
        default:
            throw ValidationError(
                "\(setting.source): there is no fault '\(name)'. \(NearestName.advice(on: name, among: actions))"
            )
        }
    }

    private static func family(_ name: String, _ setting: OriginSetting) throws -> FaultFamily {
        guard let family = FaultFamily(rawValue: name) else {
            let names = FaultFamily.allCases.map(\.rawValue)
            throw ValidationError(
                "\(setting.source): there is no family '\(name)'. \(NearestName.advice(on: name, among: names))"
            )
        }
        return family
    }

    private static func occurrence(_ text: String, _ setting: OriginSetting) throws -> FaultRule.Occurrence {
        let digits = text.drop { $0.isLetter }
        guard let number = Int(digits), number > 0 else {
            throw setting.wrong("an occurrence of #3, #first3 or #every3")
        }
        switch text.prefix(text.count - digits.count) {
        case "": return .nth(number)
        case "first": return .first(number)
        case "every": return .every(number)
        default: throw setting.wrong("an occurrence of #3, #first3 or #every3")
        }
    }

    private static func cutFirst(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.firstIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }

    private static func cutLast(_ text: String, at separator: Character) -> (String, String?) {
        guard let index = text.lastIndex(of: separator) else { return (text, nil) }
        return (String(text[..<index]), String(text[text.index(after: index)...]))
    }
}
