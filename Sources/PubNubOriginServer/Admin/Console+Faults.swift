import PubNubOrigin
import PubNubWire

extension Console {
    private static let maxRules = 100
    private static let maxSeconds = 3600.0
    private static let maxBytes = 1 << 30
    private static let maxRefusals = 1_000_000

    /// The faults that the server injects, and how often each rule has applied.
    func faults(_ serving: OriginMonitor.Serving) -> JSON {
        let injector = serving.core.faultInjector
        let plan = injector.remaining
        let rules = plan.rules.enumerated().map { index, rule -> JSON in
            var members = Self.members(of: rule)
            members["matched"] = .integer(Int64(injector.counts[index]))
            members["injected"] = .integer(Int64(injector.injected[index]))
            return .object(members)
        }
        return [
            "rules": .array(rules), "refusedConnections": .integer(Int64(plan.refusedConnections)),
            "families": .array(FaultFamily.allCases.map { .string($0.rawValue) }),
        ]
    }

    /// Replaces the faults. Their counts begin at zero.
    func setFaults(_ serving: OriginMonitor.Serving, _ input: ConsoleInput) throws(ConsoleError) -> JSON {
        // A client may send back what it has received.
        try input.check(["rules", "refusedConnections", "families"])
        guard let values = (input["rules"] ?? []).array, values.count <= Self.maxRules else {
            throw ConsoleError(400, "'rules' takes an array of at most \(Self.maxRules) rules.")
        }
        var plan = FaultPlan()
        for (index, value) in values.enumerated() {
            do throws(ConsoleError) {
                plan.rules.append(try Self.rule(value))
            } catch {
                throw ConsoleError(error.status, "Rule \(index + 1): \(error.message)")
            }
        }
        plan.refusedConnections = try input.integer("refusedConnections", 0...Self.maxRefusals) ?? 0
        serving.core.faults = plan
        return faults(serving)
    }

    private static func members(of rule: FaultRule) -> [String: JSON] {
        var members = members(of: rule.action)
        members["family"] = .optional(rule.family?.rawValue)
        members["channel"] = .optional(rule.channel)
        let (kind, count): (String, Int?) =
            switch rule.occurrence {
            case .always: ("always", nil)
            case .nth(let number): ("nth", number)
            case .first(let number): ("first", number)
            case .every(let number): ("every", number)
            }
        members["occurrence"] = .string(kind)
        members["count"] = count.map { .integer(Int64($0)) } ?? .null
        return members
    }

    private static func members(of action: FaultAction) -> [String: JSON] {
        switch action {
        case .delay(let duration): ["action": "delay", "seconds": .double(duration.inSeconds)]
        case .drop: ["action": "drop"]
        case .dropResponse: ["action": "dropResponse"]
        case .truncate(let bytes): ["action": "truncate", "bytes": .integer(Int64(bytes))]
        case .status(let status, let body):
            ["action": "status", "status": .integer(Int64(status)), "body": .optional(body)]
        case .reset: ["action": "reset"]
        case .wrongEncoding: ["action": "wrongEncoding"]
        case .slow(let bytes, let pause):
            ["action": "slow", "bytes": .integer(Int64(bytes)), "seconds": .double(pause.inSeconds)]
        }
    }

    private static func rule(_ value: JSON) throws(ConsoleError) -> FaultRule {
        let input = try ConsoleInput(value, "It")
        try input.check([
            "action", "seconds", "bytes", "status", "body", "family", "channel", "occurrence", "count", "matched",
            "injected",
        ])
        var rule = FaultRule(try action(input))
        if let name = try input.string("family") {
            guard let family = FaultFamily(rawValue: name) else {
                let known = FaultFamily.allCases.map(\.rawValue).joined(separator: ", ")
                throw ConsoleError(400, "'family' takes one of \(known).")
            }
            rule.family = family
        }
        rule.channel = try input.string("channel")
        rule.occurrence = try occurrence(input)
        return rule
    }

    private static func occurrence(_ input: ConsoleInput) throws(ConsoleError) -> FaultRule.Occurrence {
        let kind = try input.string("occurrence") ?? "always"
        if kind == "always" { return .always }
        guard let count = try input.integer("count", 1...1_000_000_000) else {
            throw ConsoleError(400, "'count' is missing.")
        }
        switch kind {
        case "nth": return .nth(count)
        case "first": return .first(count)
        case "every": return .every(count)
        default: throw ConsoleError(400, "'occurrence' takes always, nth, first or every.")
        }
    }

    private static func action(_ input: ConsoleInput) throws(ConsoleError) -> FaultAction {
        func seconds() throws(ConsoleError) -> Duration {
            guard let seconds = try input.seconds("seconds", most: maxSeconds) else {
                throw ConsoleError(400, "'seconds' is missing.")
            }
            return seconds
        }
        func bytes(from minimum: Int) throws(ConsoleError) -> Int {
            guard let bytes = try input.integer("bytes", minimum...maxBytes) else {
                throw ConsoleError(400, "'bytes' is missing.")
            }
            return bytes
        }
        switch try input.required("action") {
        case "delay": return .delay(try seconds())
        case "drop": return .drop
        case "dropResponse": return .dropResponse
        case "truncate": return .truncate(bytes: try bytes(from: 0))
        case "status":
            guard let status = try input.integer("status", 200...599) else {
                throw ConsoleError(400, "'status' is missing.")
            }
            return .status(status, body: try input.string("body"))
        case "reset": return .reset
        case "wrongEncoding": return .wrongEncoding
        case "slow": return .slow(bytes: try bytes(from: 1), every: try seconds())
        default:
            throw ConsoleError(
                400,
                "'action' takes one of delay, drop, dropResponse, truncate, status, reset, wrongEncoding, slow."
            )
        }
    }
}
