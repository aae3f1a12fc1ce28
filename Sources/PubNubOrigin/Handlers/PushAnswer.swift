import PubNubWire

/// The answers of the service that registers devices for notifications.
enum PushAnswer {
    static let modified = OriginResponse(text: "[1, \"Modified Channels\"]")
    static let removed = OriginResponse(text: "[1, \"Removed Device\"]")
    static let tokenLength = refusal("Expected 32 or 100 byte hex device token")
    static let invalidToken = refusal("Invalid device token")
    static let invalidType = refusal("Invalid type argument")
    static let invalidEnvironment = refusal("Invalid environment argument")
    static let missingTopic = refusal("Missing topic argument")
    static let invalidTopic = refusal("Invalid topic argument")
    static let noChannels = refusal("Missing channels to add or remove")
    static let nameTooLong = refusal("Name Too Long")
    static let tooMany = refusal("Too Many Channels")

    static func channels(_ names: some Sequence<String>) -> OriginResponse {
        OriginResponse(text: RegistryAnswer.list(Array(names)))
    }

    private static func refusal(_ text: String) -> OriginResponse {
        OriginResponse(status: 400, text: "{\"error\":\(EnvelopeWriter.quoted(text))}")
    }
}
