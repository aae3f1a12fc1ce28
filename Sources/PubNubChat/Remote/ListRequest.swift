/// A request for a page of a list of objects of the service.
protocol ListRequest: Sendable {
    /// Whether objects come with custom data.
    var includeCustom: Bool { get }
    /// Whether the service tells how many there are.
    var includeTotalCount: Bool { get }
    /// How many a page has at most.
    var limit: Int { get }
    /// What they have to meet; nil for all.
    var filter: String? { get }
    /// What they are sorted by.
    var sort: [String] { get }
    /// Where the page begins; nil for the first one.
    var page: ChatPage? { get set }
}

extension ListRequest {
    /// The request for the page after this one.
    ///
    /// - Parameter start: Where the service says that it begins.
    /// - Returns: The request; nil when there is no such page, or when the service leads back.
    func following(_ start: String?) -> Self? {
        guard let start, start != page?.start, start != page?.end else { return nil }
        var next = self
        next.page = ChatPage(start: start)
        return next
    }
}

extension ObjectsFetchRequest: ListRequest {}
extension UserMemberFetchRequest: ListRequest {}
extension ChannelMemberFetchRequest: ListRequest {}
