import PubNub

/// Any request to the service.
protocol ServiceRequest: Sendable {
    /// Identifies the request in logs.
    var requestId: String { get }
    /// The configuration for this request; nil uses the client's.
    var config: PNConfiguration? { get }
}

extension ChatChannelRequest: ServiceRequest {}
extension ChatUserRequest: ServiceRequest {}
extension ObjectsFetchRequest: ServiceRequest {}
extension UserMemberFetchRequest: ServiceRequest {}
extension ChannelMemberFetchRequest: ServiceRequest {}
extension MembersModifyRequest: ServiceRequest {}
extension SendMessageRequest: ServiceRequest {}
extension MessageHistoryRequest: ServiceRequest {}
extension MessageActionSendRequest: ServiceRequest {}
extension MessageActionRequest: ServiceRequest {}
extension MessageActionFetchRequest: ServiceRequest {}
extension FetchHereNowRequest: ServiceRequest {}
extension FetchPresenceStateRequest: ServiceRequest {}
extension SetPresenceStateRequest: ServiceRequest {}

/// A position in a list of the service, from a response.
public struct ChatPage: Hashable, Sendable {
    /// The start of the page; nil for the first page.
    public var start: String?
    /// The end of the page, to request the page before another one; nil for none.
    public var end: String?

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - start: The start of the page.
    ///   - end: The end of the page.
    public init(start: String? = nil, end: String? = nil) {
        self.start = start
        self.end = end
    }
}

/// The error of an action that reads pages.
public struct PaginationError<Request: Sendable>: Error {
    /// The request for the page that failed. The pages before it are stored, and the request can be repeated.
    public let request: Request
    /// The cause.
    public let error: any Error

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - request: The request for the page that failed.
    ///   - error: The cause.
    public init(request: Request, error: any Error) {
        self.request = request
        self.error = error
    }
}
