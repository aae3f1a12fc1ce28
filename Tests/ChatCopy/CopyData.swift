import PubNubChat

/// What the messages of the local store carry: perhaps the address of a picture.
enum CopyData: ChatCustomData {
    typealias MessageContent = Picture

    struct Picture: MessageContentData {
        var url: String?
    }
}

typealias CopyProvider = ChatProvider<CopyData, PubNubManagedChatEntities>
