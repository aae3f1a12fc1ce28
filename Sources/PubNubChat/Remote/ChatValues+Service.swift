import Foundation
public import PubNub
import PubNubWire

extension ChatMessage {
    /// Reads a message that the service delivered or kept, field by field. It has placeholders for its author and channel, which are stored where there is none yet.
    ///
    /// - Parameters:
    ///   - payload: What was published.
    ///   - publisher: Who published it; the user with an empty identifier when the service does not say.
    ///   - channelId: Where it was published.
    ///   - timetoken: When it was published.
    ///   - actions: Its reactions.
    /// - Throws: ``ChatError`` for a payload that is no message of the schema.
    init(
        payload: RawJSON,
        publisher: String?,
        channelId: String,
        timetoken: Timetoken,
        actions: [PNMessageAction] = []
    ) throws(ChatError) {
        let userId = publisher ?? ""
        self.init(
            timetoken: timetoken,
            content: try MessagePayload(wire: payload),
            pubnubUserId: userId,
            userModel: ChatUser(id: userId),
            pubnubChannelId: channelId,
            channelModel: ChatChannel(id: channelId),
            messageActions: actions.map { ChatMessageAction($0, channelId: channelId) }
        )
    }

    /// Reads a message of the past.
    ///
    /// - Parameters:
    ///   - stored: What history has.
    ///   - channelId: Its channel.
    /// - Throws: ``ChatError`` for a payload that is no message of the schema.
    public init(_ stored: PNStoredMessage, channelId: String) throws(ChatError) {
        try self.init(
            payload: stored.payload,
            publisher: stored.uuid,
            channelId: channelId,
            timetoken: stored.timetoken.uint64Value,
            actions: stored.actions
        )
    }

    /// The payload as `PubNub.sendMessage(_:to:)` publishes it.
    ///
    /// - Returns: Dictionaries and scalars.
    /// - Throws: ``ChatError/wrongContentType(_:)`` for custom data that is no JSON object, or a date that cannot be written.
    public func servicePayload() throws -> Any {
        do {
            return JSONBridge.any(try JSONValue(parsing: Array(content.wireJSON())))
        } catch let error as ChatError {
            throw error
        } catch {
            throw ChatError.wrongContentType("message \(id)")
        }
    }
}
