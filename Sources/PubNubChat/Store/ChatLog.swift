import Logging

/// Where the store tells what nobody is there to throw at.
enum ChatLog {
    static let logger = Logger(label: "pubnub.chat")
}
