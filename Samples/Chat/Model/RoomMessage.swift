import Foundation

/// A message of a room, ready to be shown in any user interface.
struct RoomMessage: Equatable {
    /// Equal reactions of all users.
    struct Reaction: Equatable {
        let value: String
        let count: Int
    }

    /// Whether the service has the message.
    enum Delivery: Equatable {
        case published(Date)
        /// It is sent as soon as the service can be reached.
        case pending
        /// The service refused it permanently. It stays until the user sends it again or discards it.
        case failed
    }

    let id: String
    /// A number by which the user can refer to the message.
    let number: Int
    let author: String
    let text: String
    let reactions: [Reaction]
    let delivery: Delivery
}
