import PubNubOrigin

/// Writes metrics in the Prometheus text format, version 0.0.4.
struct PrometheusText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    typealias Label = (name: String, value: String)

    /// The kinds of metrics.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// The text so far.
    private(set) var text = ""

    /// Begins a family of metrics. Its samples follow.
    ///
    /// - Parameters:
    ///   - name: The name of the family.
    ///   - kind: What its values are.
    ///   - help: One sentence for people.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a sample of a counter or gauge with a whole value.
    mutating func sample(_ name: String, _ value: UInt64, _ labels: [Label] = []) {
        sample(name, labels, text: "\(value)")
    }

    /// Adds a sample of a counter or gauge.
    mutating func sample(_ name: String, _ value: Double, _ labels: [Label] = []) {
        sample(name, labels, text: Self.number(value))
    }

    /// Adds the samples of a histogram.
    ///
    /// - Parameters:
    ///   - name: The name of the family.
    ///   - histogram: The counts.
    ///   - labels: The labels of the histogram.
    ///   - unit: How many of the histogram's units make one of the metric, for example 10⁹ for nanoseconds in seconds.
    mutating func histogram(_ name: String, _ histogram: HistogramSnapshot, _ labels: [Label] = [], unit: Double = 1) {
        var sum: UInt64 = 0
        for (bound, count) in zip(histogram.bounds, histogram.counts) {
            sum &+= count
            sample(name + "_bucket", sum, labels + [("le", Self.number(Double(bound) / unit))])
        }
        sample(name + "_bucket", histogram.count, labels + [("le", "+Inf")])
        sample(name + "_sum", Double(histogram.sum) / unit, labels)
        sample(name + "_count", histogram.count, labels)
    }

    private mutating func sample(_ name: String, _ labels: [Label], text value: String) {
        text += name
        if !labels.isEmpty {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
            text += "{" + pairs.joined(separator: ",") + "}"
        }
        text += " " + value + "\n"
    }

    /// A number in the notation of the format.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        let isWhole = value.rounded() == value && abs(value) < 1e15
        return isWhole ? "\(Int64(value))" : "\(value)"
    }

    /// A string with its backslashes, line breaks and, in a value of a label, quotation marks escaped.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
