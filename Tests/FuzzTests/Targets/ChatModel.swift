import Foundation
@testable import PubNubChat

/// Custom data of an application, with a field of every kind.
struct ChatModel: ChatCustomData {
    struct Flat: UserCustomData, ChannelCustomData, MemberCustomData {
        var title: String?
        var level: Int?
        var ratio: Double?
        var isNew: Bool?
        var since: Date?

        init() {}
    }

    struct Deep: MessageCustomData, MessageContentData {
        var mood: String?
        var at: Date?
        var extra: JSON?
        var places: [Flat]?

        init() {}
    }

    typealias User = Flat
    typealias Channel = Flat
    typealias Member = Flat
    typealias Message = Deep
    typealias MessageContent = Deep
}
