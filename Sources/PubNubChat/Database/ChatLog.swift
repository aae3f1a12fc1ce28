import Logging

/// Logs errors that no caller receives.
enum ChatLog {
    /// The logger. Tests replace it for their own tasks.
    @TaskLocal static var logger = Logger(label: "pubnub.chat")

    /// Logs an item from the service that is left out.
    static func leftOut(_ error: any Error) {
        logger.warning("An item from the service is skipped: \(error)")
    }

    /// Logs fields of an item from the service that do not fit the app's types. Logs only the names of fields, never
    /// their content.
    static func mismatched(_ item: @autoclosure () -> String, _ fields: [String]) {
        guard !fields.isEmpty else { return }
        logger.warning("\(item()) is stored; these fields do not match their types: \(fields.joined(separator: ", "))")
    }
}
