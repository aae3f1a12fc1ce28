/// Why a message is refused, in the service's words.
enum PublishFault: String, Error {
    case invalidJSON = "Invalid JSON"
    case tooLarge = "Message Too Large"
    case signalTooLarge = "Signal size too large"
    case invalidChannel = "Invalid Character in Channel Name"
}
