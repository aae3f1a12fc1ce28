import ArgumentParser
import Foundation

/// Which message is meant.
struct MessageReference: ParsableArguments {
    @Argument(help: "Channel of the message.")
    var channel: String

    @Argument(help: "Timetoken of the message, 17 digits.")
    var message: TimetokenArgument

    /// The timetoken as the library takes it.
    var timetoken: NSNumber { NSNumber(value: message.value) }
}
