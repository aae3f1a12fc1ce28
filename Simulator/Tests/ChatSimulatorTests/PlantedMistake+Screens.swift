import Foundation
import GRDB

@testable import PubNubChat
@testable import simulate_chat

/// Mistakes in what the application shows and announces.
extension PlantedMistake {
    /// Every mistake.
    static let planted = all + rules + screens

    static let screens: [Self] = [
        Self(
            "A fill makes every member a reader of every message",
            [.messageRows],
            nil,
            onFill("UPDATE member SET lastRead = 99999999999999999")
        ),
        Self(
            "A fill forgets when the user became a member, by which the list is sorted",
            [.channelRows],
            .members,
            onFill("UPDATE member SET lastUpdated = 0")
        ),
        Self(
            "A screen does not read again after a change",
            [.observation],
            nil,
            ChatMistake(sleeps: true)
        ),
        Self(
            "The screen of a channel reads again after messages in other channels",
            [.scope],
            nil,
            ChatMistake(watchesAllRooms: true)
        ),
        Self(
            "A fill makes old messages new ones",
            [.arrivals],
            .absences,
            onFill("UPDATE arrivalPosition SET floor = 0; DELETE FROM arrivalReported")
        ),
        Self(
            "Messages that arrive after a fill are not announced",
            [.arrivals],
            .absences,
            onFill("UPDATE arrivalPosition SET floor = 99999999999999999")
        ),
    ]
}
