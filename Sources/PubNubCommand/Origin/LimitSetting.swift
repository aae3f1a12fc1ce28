import ArgumentParser
import PubNubOrigin

/// Sets the limits of a server by their names.
enum LimitSetting {
    /// Sets one limit.
    ///
    /// - Parameters:
    ///   - name: The name of the property of `OriginLimits`.
    ///   - value: The new value.
    ///   - limits: The limits to change.
    /// - Throws: A `ValidationError` if the limit does not exist or does not have such a value.
    static func set(_ name: String, to value: OriginSetting, in limits: inout OriginLimits) throws {
        guard let limit = OriginLimit.all.first(where: { $0.name == name }) else {
            let advice = NearestName.advice(on: name, among: OriginLimit.all.map(\.name))
            throw ValidationError("\(value.source): there is no limit '\(name)'. \(advice)")
        }
        let isNone = value.text == "none"
        switch limit.kind {
        case .count(let path): limits[keyPath: path] = try positive(value, most: limit.most)
        case .optionalCount(let path): limits[keyPath: path] = isNone ? nil : try positive(value, most: limit.most)
        case .duration(let path): limits[keyPath: path] = try longer(value, most: limit.most)
        case .optionalDuration(let path): limits[keyPath: path] = isNone ? nil : try longer(value, most: limit.most)
        case .range(let path): limits[keyPath: path] = try range(value)
        case .flag(let path): limits[keyPath: path] = try value.flag()
        }
    }

    /// Sets one limit given as `NAME=VALUE`.
    static func set(_ text: String, source: String, in limits: inout OriginLimits) throws {
        guard let equals = text.firstIndex(of: "=") else { throw ValidationError("\(source) takes NAME=VALUE.") }
        let name = String(text[..<equals])
        let value = OriginSetting(text: String(text[text.index(after: equals)...]), source: "\(source) \(name)")
        try set(name, to: value, in: &limits)
    }

    private static func positive(_ value: OriginSetting, most: Int) throws -> Int {
        let count = try value.count()
        guard (1...most).contains(count) else {
            throw value.wrong("a whole number from 1 to \(most == 1 << 40 ? "1TiB" : "\(most)")")
        }
        return count
    }

    private static func longer(_ value: OriginSetting, most: Int) throws -> Duration {
        let duration = try value.duration()
        guard duration > .zero else { throw value.wrong("a duration greater than 0, such as 90s, 10m, 12h or 7d") }
        guard duration <= .seconds(most) else { throw value.wrong("a duration of at most \(most) seconds") }
        return duration
    }

    private static func range(_ value: OriginSetting) throws -> ClosedRange<Int> {
        let ends = value.text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard ends.count == 2, 1 <= ends[0], ends[0] <= ends[1], ends[1] <= 1 << 30 else {
            throw value.wrong("a range such as 20-300")
        }
        return ends[0]...ends[1]
    }
}
