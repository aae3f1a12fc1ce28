import Logging

/// Where the store tells what nobody is there to throw at.
enum ChatLog {
    static let logger = Logger(label: "pubnub.chat")

    /// Something that the service gave is neither stored nor told.
    static func leftOut(_ error: any Error) {
        logger.warning("What the service gave is left out: \(error)")
    }
}
