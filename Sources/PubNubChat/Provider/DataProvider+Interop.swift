import Logging
import PubNub

/// Announcements for clients of PubNub's Chat SDK: ``ChatInterop``.
extension DataProvider {
    /// Publishes an event for each user that a published message mentions, other than its author. Returns immediately.
    func announceMentions(in message: ChatMessage<ModelData>, at timetoken: Timetoken) {
        guard interop.sendsMentionEvents else { return }
        let users = Set(message.content.mentions.map(\.userId)).subtracting([message.pubnubUserId, ""])
        guard !users.isEmpty else { return }
        let (service, channel) = (service, message.pubnubChannelId)
        Task {
            for user in users.sorted() {
                do {
                    try await service.publishMention(at: timetoken, on: channel, to: user)
                } catch {
                    ChatLog.logger.warning("The mention of \(user) is not announced: \(error)")
                }
            }
        }
    }

    /// Sends a receipt for a read marker that the service has. A failure is only logged, because the marker itself is stored.
    func announceMarker(_ timetoken: Timetoken, of channelId: String) async {
        guard interop.sendsReceipts else { return }
        do {
            let channel = try await store.read { db in
                try ChatStorage<ModelData, ManagedEntities>(db: db).channel(channelId)
            }
            guard channel?.type != "public" else { return }
            try await service.sendReceipt(upTo: timetoken, on: channelId)
        } catch {
            ChatLog.logger.warning("The receipt on \(channelId) is not sent: \(error)")
        }
    }
}

extension ChatService {
    /// Publishes the event of a mention to the channel of a user.
    fileprivate func publishMention(at timetoken: Timetoken, on channelId: String, to userId: String) async throws {
        var event = ["type": "mention", "messageTimetoken": "\(timetoken)", "channel": channelId]
        event["parentChannel"] = ChatThread(id: channelId)?.parentChannelId
        let _: Void = try await answer { [event] finish in
            pubnub.sendMessage(
                event,
                applePushNotification: nil,
                googleCloudNotification: nil,
                to: PNChannel.exactly(named: userId),
                compressed: false,
                storeInHistory: true,
                metadata: nil,
                hoursInHistory: nil
            ) { state, object in
                if state == .sent {
                    finish(.success(()))
                } else if state != .sending {
                    finish(.failure(object as? PNError ?? PNError.unknown))
                }
            }
        }
    }

    /// Sends the signal that the user has read a channel up to a message.
    fileprivate func sendReceipt(upTo timetoken: Timetoken, on channelId: String) async throws {
        let signal = ["type": "receipt", "messageTimetoken": "\(timetoken)"]
        try await value(of: PNSignalRequest(channel: channelId, signal: signal))
    }
}
