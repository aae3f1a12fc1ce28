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
