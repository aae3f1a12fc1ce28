import PubNubChat

/// The custom data of the process: messages may have the address of a picture.
enum ProcessData: ChatCustomData {
    typealias MessageContent = Picture

    struct Picture: MessageContentData {
        var url: String?
    }
}

typealias ProcessProvider = ChatProvider<ProcessData, PubNubManagedChatEntities>
