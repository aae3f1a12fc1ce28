import GRDB
import PubNub

/// The outbox: messages and other changes that the service does not have yet.
extension DataProvider {
    /// Sends the outbox of this provider's user.
    var sender: OutboxSender<ModelData, ManagedEntities> {
        var sender = OutboxSender<ModelData, ManagedEntities>(
            store: store,
            userId: pubnubProvider.clientIdentifier(),
            order: sendOrder,
            isConnected: { [pubnubProvider] in pubnubProvider.isConnected() },
            publish: { request in
                let timetoken = try await self.service(for: request).publish(request)
                self.announceMentions(in: request.message, at: timetoken)
                return timetoken
            },
            pause: sendingPause,
            published: { [typing] in typing.spoke(on: $0) }
        )
        sender.calls = outboxCalls
        sender.waits = outboxWaits
        sender.releases = outboxReleases
        return sender
    }

    private var outboxCalls: OutboxCalls<ModelData> {
        var calls = OutboxCalls<ModelData>()
        let (service, journal) = (service, journal)
        calls.addAction = { try await service.addAction($0) }
        calls.describeThread = { try await service.describe($0) }
        calls.removeAction = { try await service.removeAction($0) }
        calls.actions = { channel, timetoken in
            let request = MessageHistoryRequest(
                channels: [channel],
                actionsInResponse: true,
                start: timetoken + 1,
                end: timetoken
            )
            let page: ChatHistoryPage<ModelData> = try await service.history(request)
            return page.messages[channel]?.first { $0.timetoken == timetoken }?.messageActions ?? []
        }
        calls.deleteMessage = { try await service.deleteMessage(on: $0, at: $1) }
        calls.join = { try await self.joinAtService([$0]).isEmpty == false }
        calls.leave = { [pubnubProvider, memberships] channel in
            // A change of the membership in the meantime would create it again.
            try await memberships.run {
                try await service.removeMemberships(of: pubnubProvider.clientIdentifier(), channelIds: [channel])
            }
        }
        calls.changeMember = { try await self.changeAtService($2, of: $1, in: $0) }
        calls.sendMarker = { try await self.sendMarkerAtService(of: $0) }
        calls.record = { journal.record($0) }
        return calls
    }

    /// Adds a change to the outbox, and shows its effect. If the client is connected, sends the channel up to it.
    ///
    /// - Parameter make: Returns the change; nil for none. It runs in the transaction that adds it.
    /// - Throws: The error of `make`; ``ChatError/cannotWriteStore(_:)``; the error with which the service refused the
    ///   change; `CancellationError`, after which the change stays in the outbox.
    func change(_ make: @escaping @Sendable (Database) throws -> OutboxChange?) async throws {
        try await change { (try make($0), ()) }
    }

    /// Does the same, and returns the value of `make`.
    func change<Value: Sendable>(
        _ make: @escaping @Sendable (Database) throws -> (OutboxChange?, Value)
    ) async throws -> Value {
        let (entries, value) = try await add { db in
            let (change, value) = try make(db)
            return ([change].compactMap(\.self), value)
        }
        for entry in entries { _ = try await settle(entry) }
        return value
    }

    /// Adds changes to the outbox. Call ``settle(_:)`` for each entry.
    func add<Value: Sendable>(
        _ make: @escaping @Sendable (Database) throws -> ([OutboxChange], Value)
    ) async throws -> (entries: [AddedEntry], value: Value) {
        try store.requireSound()
        return try await sender.add(isAwaited: true, make)
    }

    /// Sends a channel up to an entry if the client is connected.
    ///
    /// - Returns: Whether the service had to change something; nil if the entry waits.
    /// - Throws: The error with which the service refused the change; ``ChatError/cannotWriteStore(_:)``;
    ///   `CancellationError`.
    func settle(_ entry: AddedEntry) async throws -> Bool? {
        defer { sendQueued() }
        do {
            if pubnubProvider.isConnected() {
                _ = try await sender.send(entry.channel, upTo: entry.sequence, attempts: 1)
            }
        } catch {
            _ = outboxWaits.end(entry.sequence)
            throw error
        }
        if let result = outboxWaits.end(entry.sequence) { return try result.get() }
        // Another program may have sent it.
        let rest = try await store.read { try Ledger(db: $0).entry(entry.sequence) }
        guard case .failed(_, let code, _)? = rest?.state else { return rest == nil ? true : nil }
        throw PNError(code: code)
    }

    /// Stores a message, which shows it immediately, and publishes it as soon as the service can be reached. Returns
    /// after it was stored.
    ///
    /// The messages of a channel are published one after the other, and channels do not delay each other. After a
    /// temporary error the message is sent again with growing pauses; after a permanent one it fails, and later
    /// messages are sent. ``PubNubManagedMessage/sendState`` and ``ChatOutboxEntry`` have its state. The queue is
    /// stored: a program that ended, also by `SIGKILL`, continues when it connects again. Edits, reactions and other changes
    /// are in the same outbox, in the order of the calls. ``sendRemoteMessage(_:)`` publishes without it.
    ///
    /// A provider of ``ChatProvider`` sends by itself. If its `sendsAutomatically` is false, call
    /// ``sendOutbox()``.
    ///
    /// - Parameter request: The message of the current user, whose timetoken is 0, and its publish options; its `config`
    ///   is ignored. The identifier selects the message: one that is stored is updated and queued again if it failed,
    ///   and one that is published is not sent twice. Signals are not queued.
    /// - Throws: ``ChatError/entityCreationError(_:)`` if the given message is published, or if another channel or author
    ///   uses its identifier;
    ///   ``ChatError/wrongContentType(_:)`` if it has another author or cannot be stored;
    ///   ``ChatError/outboxFull(limit:)``; ``ChatError/cannotWriteStore(_:)``.
    public func queueMessage(_ request: SendMessageRequest<ModelData>) async throws {
        guard request.message.pubnubUserId == pubnubProvider.clientIdentifier() else {
            throw ChatError.wrongContentType("message \(request.message.id) of another user")
        }
        try store.requireSound()
        try await sender.queue(request)
        sendQueued()
    }

    /// Stores messages that will be published later: with the next connection, or by ``sendOutbox()``.
    ///
    /// - Parameters:
    ///   - unsentMessages: The messages, and their publish options. Their timetoken is 0. Authors and channels that are
    ///     not stored get rows with their identifiers.
    ///   - batchSize: The number of messages in a transaction.
    /// - Returns: The messages that were not stored, with their errors. If the outbox is full, the rest is among them, with
    ///   ``ChatError/outboxFull(limit:)``.
    /// - Throws: ``ChatError/cannotWriteStore(_:)`` after the last batch if a whole batch could not be stored;
    ///   `CancellationError` immediately.
    public func load(
        unsentMessages: [SendMessageRequest<ModelData>],
        batchSize: Int = 256
    ) async throws -> [ChatWriteFailure<SendMessageRequest<ModelData>>] {
        try await write(unsentMessages, batchSize: batchSize, batchHandler: nil) {
            try OutboxSender<ModelData, ManagedEntities>.queue($1, in: $0)
        }
    }

    /// Sends the outbox of the current user: messages and other changes, in each channel in the order of the calls. Waits for
    /// earlier calls, and for entries that the provider is sending by itself, so that nothing is sent twice and nothing is
    /// being sent when the call returns.
    ///
    /// An entry fails if the service refuses it permanently, or if it cannot be sent because its message or channel was
    /// removed. It is stored with its error, its effect is undone, and later entries are sent:
    /// ``ChatSendState/failed(reason:code:attempts:)`` is its state, ``retry(_:)`` queues it again, and ``discard(_:)``
    /// removes it. While the service or the network fails, or after the end of a token, an entry is sent up to four times
    /// with growing pauses; then its channel waits for the next call. If the outcome of an attempt is unknown
    /// (`PNError.isOutcomeUnknown`), a message may be published twice; receivers that store messages by their identifier
    /// have it once. Other changes are repeatable.
    ///
    /// - Returns: The number of entries that this call sent, and the failures.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``, or `CancellationError`. Entries that were sent by then are stored as sent.
    @discardableResult
    public func sendOutbox() async throws -> ChatSendReport {
        try await sender.sendAll()
    }

    /// Queues refused entries again, and shows their effects. A provider that sends by itself sends them; otherwise the next
    /// ``sendOutbox()`` does.
    ///
    /// - Parameter sequences: The entries, by ``ChatOutboxEntry/sequence``; nil, the default, for all.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    public func retry(_ sequences: [Int64]? = nil) async throws {
        try await sender.retry(sequences)
        sendQueued()
    }

    /// Removes entries that are queued or failed, and undoes their effects. The message of an entry is removed from the
    /// store with its changes. Entries that are being sent stay.
    ///
    /// - Parameter sequences: The entries, by ``ChatOutboxEntry/sequence``.
    /// - Returns: The removed entries.
    /// - Throws: ``ChatError/cannotWriteStore(_:)``.
    @discardableResult
    public func discard(_ sequences: [Int64]) async throws -> [Int64] {
        try await sender.discard(sequences)
    }

    /// Sends the outbox; the former name of ``sendOutbox()``, which reports every entry that was not sent.
    ///
    /// - Returns: The number of entries that this call sent.
    /// - Throws: The error (`PNError`, ``ChatError``) of the first entry that was not sent, after all others were;
    ///   `CancellationError`.
    @discardableResult
    public func sendUnsentMessages() async throws -> Int {
        let report = try await sendOutbox()
        if let failure = report.failures.first { throw failure.error }
        return report.sent
    }
}
