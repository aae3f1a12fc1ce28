import Logging

/// Where the store tells what nobody is there to throw at.
enum ChatLog {
    static let logger = Logger(label: "pubnub.chat")

    /// Something that the service gave is neither stored nor told.
    static func leftOut(_ error: any Error) {
        logger.warning("What the service gave is left out: \(error)")
    }

    /// Fields of something that the service gave do not fit the app's types; names of fields only, never what is in them.
    static func mismatched(_ item: @autoclosure () -> String, _ fields: [String]) {
        guard !fields.isEmpty else { return }
        logger.warning("\(item()) is stored; these fields do not fit their types: \(fields.joined(separator: ", "))")
    }
}
