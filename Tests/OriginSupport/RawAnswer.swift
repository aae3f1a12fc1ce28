/// A response as received from the socket.
struct RawAnswer {
    let head: String
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }
    var status: Int? { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } }

    /// A header by its lowercase name.
    subscript(name: String) -> String? {
        head.split(separator: "\r\n").dropFirst().first { $0.lowercased().hasPrefix(name + ":") }
            .map { String($0.dropFirst(name.count + 2)) }
    }
}
