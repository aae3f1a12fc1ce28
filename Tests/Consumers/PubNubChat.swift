import PubNubChat

// Sends a message to the server at the address in the first argument, and stores it in memory.
let chat = try PubNubChatProvider(
    service: ChatServiceAddress(
        publishKey: "demo",
        subscribeKey: "demo",
        origin: CommandLine.arguments[1],
        isSecure: false
    ),
    userId: "consumer",
    datastoreConfiguration: .inMemory
)
try await chat.connect()
let message = PubNubChatMessage(
    content: .init(text: "hello"),
    pubnubUserId: chat.currentUserId,
    pubnubChannelId: "consumers"
)
_ = try await chat.dataProvider.sendRemoteMessage(SendMessageRequest(message: message))
try await chat.close()
