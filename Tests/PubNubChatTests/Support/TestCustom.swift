import Foundation
import PubNubChat

/// Custom data of every type.
enum TestCustom: ChatCustomData {
    struct Channel: ChannelCustomData {
        var topic: String?
        var seats: Int = 0

        init() {}

        init(topic: String?, seats: Int = 0) {
            self.topic = topic
            self.seats = seats
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            topic = try container.decodeIfPresent(String.self, forKey: .topic)
            seats = try container.decodeIfPresent(Int.self, forKey: .seats) ?? 0
        }
    }

    struct User: UserCustomData {
        var title: String?
        var joined: Date?
    }

    struct Member: MemberCustomData {
        var role: String?
    }

    struct Message: MessageCustomData {
        var tags: [String]?
    }

    struct MessageContent: MessageContentData {
        var image: String?
        var size: Size?

        struct Size: Codable, Hashable {
            var width = 0
        }
    }
}

/// Invalid custom data: the fields of a user must be scalars.
struct NestedFields: UserCustomData {
    var list: [Int] = [1]
}

typealias Channel = ChatChannel<TestCustom.Channel>
typealias User = ChatUser<TestCustom.User>
typealias Member = ChatMember<TestCustom>
typealias Message = ChatMessage<TestCustom>
typealias Action = ChatMessageAction<TestCustom>
