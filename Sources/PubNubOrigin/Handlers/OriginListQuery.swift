/// A list that may take long to write, with a copy of what it lists.
protocol OriginListQuery: Sendable {
    var keyset: String { get }
    /// Whether it takes so long that it must not run on the thread of a connection.
    var isLong: Bool { get }
    var response: OriginResponse { get }
    /// The list without the copy, for as long as it waits.
    var withoutContent: Self { get }

    /// The list with a copy of what it lists now.
    func withContent(of state: OriginState) -> Self
}

extension OriginListQuery {
    /// The number of entries from which on a list is long.
    static var longCount: Int { 1000 }
}
