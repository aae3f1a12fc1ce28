import PubNub

/// A request to the service, whatever it asks for.
protocol ServiceRequest: Sendable {
    /// Names the request in logs.
    var requestId: String { get }
    /// The configuration with which the service is asked; nil for that of the client.
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

/// A place in a list of the service, as an answer of it told.
public struct ChatPage: Hashable, Sendable {
    /// Where the page begins; nil for the first one.
    public var start: String?
    /// Where the page ends, for a request for the page before another; nil for none.
    public var end: String?

    /// Makes a place.
    ///
    /// - Parameters:
    ///   - start: Where the page begins.
    ///   - end: Where the page ends.
    public init(start: String? = nil, end: String? = nil) {
        self.start = start
        self.end = end
    }
}

/// Why pages could not be read to their end.
public struct PaginationError<Request: Sendable>: Error {
    /// The request for the page that failed; what came before it is stored, and it can be made again.
    public let request: Request
    /// What went wrong.
    public let error: any Error

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - request: The request for the page that failed.
    ///   - error: What went wrong.
    public init(request: Request, error: any Error) {
        self.request = request
        self.error = error
    }
}
