import NIOHTTP1

/// The head of a response as the service sends it.
enum ResponseHead {
    static func make(
        for response: OriginResponse,
        length: Int,
        isCompressed: Bool,
        keepAlive: Bool,
        date: String
    ) -> HTTPResponseHead {
        var headers = HTTPHeaders()
        headers.reserveCapacity(9)
        headers.add(name: "Date", value: date)
        headers.add(name: "Content-Type", value: response.contentType)
        headers.add(name: "Content-Length", value: "\(length)")
        headers.add(name: "Connection", value: keepAlive ? "keep-alive" : "close")
        headers.add(name: "Cache-Control", value: "no-cache")
        headers.add(name: "Access-Control-Allow-Origin", value: "*")
        headers.add(name: "Access-Control-Allow-Methods", value: "GET")
        if isCompressed { headers.add(name: "Content-Encoding", value: "gzip") }
        if let server = response.server { headers.add(name: "Server", value: server) }
        return HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    }
}

/// Dates as HTTP headers have them, for example `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// The date so many seconds after the start of 1970 UTC.
    static func text(secondsSince1970 seconds: UInt64) -> String {
        let day = Int(seconds / 86_400)
        let time = Int(seconds % 86_400)
        // Days are counted in eras of 400 years that start on 1 March, so that a leap day is the last of its year.
        let shifted = day + 719_468
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let dayOfMonth = dayOfYear - (153 * month + 2) / 5 + 1
        let year = yearOfEra + shifted / 146_097 * 400 + (month >= 10 ? 1 : 0)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        let paddedDay = dayOfMonth < 10 ? "0\(dayOfMonth)" : "\(dayOfMonth)"
        return "\(days[day % 7]), \(paddedDay) \(months[(month + 2) % 12]) \(year) \(clock) GMT"
    }
}
