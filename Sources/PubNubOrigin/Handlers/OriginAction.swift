/// Work to perform after a decision of the machine, outside the lock.
///
/// The actions of most requests are a response or a proposal. The others are indirect, so that these are small.
enum OriginAction: Sendable {
    case respond(OriginRequestID, OriginResponse)
    /// Respond to waiting subscribers that all get the same response.
    indirect case deliver(PageForPolls)
    /// Propose an entry to the log. The requester gets a response when the entry is applied or could not be committed.
    case propose(LogEntry, for: Requester?)
    /// Read stored messages and respond with the result.
    indirect case read(HistoryQuery, for: OriginRequestID, callback: String?)
    /// Write a response from a copy of what it lists.
    indirect case list(any OriginListQuery, for: OriginRequestID, callback: String?)
    /// Read the messages that a subscriber has missed from storage, because memory has only later ones.
    indirect case catchUp(ArchiveSearch)
    /// Serve a call about files.
    case files(OriginCall, for: OriginRequestID, isPrivate: Bool)

    /// The same action, after whose response the client connects again.
    var closingConnection: OriginAction {
        switch self {
        case .respond(let id, var response):
            response.closesConnection = true
            return .respond(id, response)
        case .deliver(var page):
            page.closesConnection = true
            return .deliver(page)
        case .propose, .read, .list, .catchUp, .files:
            return self
        }
    }
}
