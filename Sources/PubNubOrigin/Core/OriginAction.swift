/// What is to be done after the state has decided, outside its lock.
enum OriginAction: Sendable {
    /// Answer a request.
    case answer(RequestID, OriginResponse)
    /// Store a message, and answer its publisher only once it is stored.
    case store(StoredMessage, in: Topic, publisher: RequestID, answer: OriginResponse, failure: OriginResponse)
    /// Store events for subscribers that catch up; nobody waits for that.
    case note([TopicMessage])
    /// Keep changes beside messages, and answer their client only once they are kept.
    case keep([ArchiveChange], for: RequestID, answer: OriginResponse, failure: OriginResponse)
    /// Read stored messages and answer with what is found.
    case read(HistoryQuery, for: RequestID, callback: String?)
    /// Remove stored messages, and answer only once they are gone.
    case remove(HistoryRange, of: Topic, for: RequestID, answer: OriginResponse, failure: OriginResponse)
}
