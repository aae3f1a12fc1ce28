/// Where published messages are kept, and what else has to outlive the process.
protocol MessageArchive: Sendable {
    /// Whether `store` ends before it returns, so that there is nothing to wait for.
    var storesAtOnce: Bool { get }

    /// Keeps a message. `completion` is called once, with whether it is safely kept, on any thread.
    func store(_ message: StoredMessage, in topic: Topic, completion: @escaping @Sendable (Bool) -> Void)

    /// Keeps changes, all or none. `completion` is called once, with whether they are safely kept, on any thread.
    func keep(_ changes: [ArchiveChange], completion: @escaping @Sendable (Bool) -> Void)

    /// A page of a channel's messages in order of time, without those that are gone by `date`.
    func page(_ range: HistoryRange, of topic: Topic, date: UInt64) throws -> [StoredMessage]

    /// How many messages a channel has after a timetoken, without those that are gone by `date`, counted from there on
    /// up to `limit`.
    func count(after timetoken: UInt64, of topic: Topic, date: UInt64, limit: Int) throws -> MessageCount

    /// Removes a channel's messages of a range, whatever its limit. `completion` is called once, with whether they are
    /// gone for good, on any thread. Subscribers that catch up may still get them.
    func remove(_ range: HistoryRange, of topic: Topic, completion: @escaping @Sendable (Bool) -> Void)

    /// Takes note that timetokens up to this one were given out.
    func timetokensGivenOut(upTo timetoken: UInt64)

    /// Waits until all is kept, and lets go of the file. Nothing is stored afterwards.
    func close() async
}
