/// A request as received, without decoding.
struct RawRequest: Sendable {
    /// Request line and header fields, with the blank line.
    let head: String
    let line: String
    let headers: [(name: String, value: String)]
    var body: [UInt8] = []

    init(head: String) {
        self.head = head
        // "\r\n" is one character to Swift.
        let lines = head.split(separator: "\r\n")
        line = lines.first.map(String.init) ?? ""
        headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts[0].lowercased(), parts.count > 1 ? String(parts[1].drop { $0 == " " }) : "")
        }
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}
