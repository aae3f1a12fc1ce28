import Logging
import PubNub
import PubNubCodec
import PubNubSupport

/// The state of automatic sending, for ``DataProvider/sendQueued()``.
struct AutomaticSending {
    /// A channel whose entries are being sent.
    struct Channel {
        /// Whether entries were added since the sending of them began.
        var isOutdated = false
        var task: Task<Void, Never>?
    }

    /// Whether the provider sends by itself.
    var isEnabled = false
    /// The task that reads the queue.
    var reading: Task<Void, Never>?
    /// The task that looks for entries of programs that ended while they sent them, and for those that could not be released.
    var watching: Task<Void, Never>?
    /// Whether messages were queued since the reading of the queue began.
    var isOutdated = false
    var channels: [String: Channel] = [:]

    /// Removes and returns all tasks.
    mutating func takeTasks() -> [Task<Void, Never>] {
        defer { self = AutomaticSending() }
        return [reading, watching].compactMap(\.self) + channels.values.compactMap(\.task)
    }
}

/// The authorization key of a connection.
struct ConnectionKey: Equatable {
    /// SHA-256 of the keyset, the user and the key, so that the store does not contain the key.
    let digest: String

    init(_ client: PubNub) throws {
        let configuration = client.configuration()
        let key = configuration.authorizationKey ?? ""
        let text = [configuration.subscriptionKey, client.clientIdentifier(), key].joined(separator: "\n")
        digest = Digest.hex(try Digest.sha256(Array(text.utf8)))
    }
}

/// Sends queued messages without calls of the app: when they are queued, and with each connection.
extension DataProvider {
    /// From now on sends queued messages automatically.
    func beginSending() {
        sending.withLock { state in
            state.isEnabled = true
            state.watching = Task { [weak self, watchPause] in
                while (try? await watchPause()) != nil, let provider = self {
                    let hasReleased = (try? await provider.sender.repeatReleases()) == true
                    let hasEnded = (try? await provider.sender.releaseEnded()) == true
                    if hasReleased || hasEnded { provider.sendQueued() }
                }
            }
        }
        sendQueued()
    }

    /// Stops automatic sending. Messages that were not sent stay queued.
    func endSending() async {
        let tasks = sending.withLock { $0.takeTasks() }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }

    /// The client is connected: queues the messages again that the service refused for their rights, if the client has other
    /// rights now, and sends.
    func connected() {
        let key = try? ConnectionKey(pubnubProvider)
        let isKnown = lastKey.withLock { last in
            defer { last = key }
            return last == key
        }
        guard let key, !isKnown else { return sendQueued() }
        Task { [weak self, store] in
            do {
                try await store.write { db in
                    let ledger = Ledger(db: db)
                    // The user may have started the app again, with the same key.
                    if try ledger.takeKey(key.digest) { try ledger.requeueForbidden() }
                }
            } catch {
                // The next connection tries again.
                self?.lastKey.withLock { if $0 == key { $0 = nil } }
                ChatLog.logger.error("Messages that were refused cannot be queued again: \(error)")
            }
            self?.sendQueued()
        }
    }

    /// Sends the queued messages if the client is connected. Returns immediately.
    func sendQueued() {
        guard pubnubProvider.isConnected() else { return }
        sending.withLock { state in
            guard state.isEnabled else { return }
            guard state.reading == nil else {
                state.isOutdated = true
                return
            }
            state.reading = Task { [weak self] in
                while await self?.readQueue() == true {}
            }
        }
    }

    /// Reads the queue, and starts to send.
    ///
    /// - Returns: Whether the queue must be read again.
    private func readQueue() async -> Bool {
        var channels: [String] = []
        do {
            let markersOnly = try await store.read { [userId = pubnubProvider.clientIdentifier()] db in
                Set(try Ledger(db: db).markerChannels(of: userId))
            }
            // The marker of a channel is sent after the pause since the last one.
            channels = try await sender.content(withSending: false).channels.filter { channel in
                !markersOnly.contains(channel) || !markers.isPaused(channel)
            }
        } catch {
            ChatLog.logger.error("The outbox cannot be read: \(error)")
        }
        return sending.withLock { state in
            guard state.isEnabled else { return false }
            for channel in channels {
                if state.channels[channel] != nil {
                    state.channels[channel]?.isOutdated = true
                } else {
                    state.channels[channel] = AutomaticSending.Channel(task: beginSending(channel))
                }
            }
            if state.isOutdated {
                state.isOutdated = false
                return true
            }
            state.reading = nil
            return false
        }
    }

    /// Starts the task that sends the entries of a channel until none is left, with a pause after each failure.
    private func beginSending(_ channel: String) -> Task<Void, Never> {
        // A pause must not retain the provider.
        Task { [weak self, sendingPause] in
            var attempt = 0
            while let step = await self?.send(channel) {
                attempt = step.hasSent ? 0 : attempt
                if let failure = step.failure {
                    guard (try? await sendingPause(attempt, failure.retryAfter)) != nil else { return }
                    attempt += 1
                }
            }
        }
    }

    /// Sends the entries of a channel.
    ///
    /// - Returns: The next step; nil at the end.
    private func send(_ channel: String) async -> SendStep? {
        var hasSent = false
        do {
            let report = try await sender.send(channel, attempts: 1)
            hasSent = report.sent > 0
            // After the end of a token, the entries wait for the next key or connection.
            if let failure = report.failures.last, !failure.isPermanent, pubnubProvider.isConnected(),
                let error = failure.error as? PNError, !error.isTokenEnded
            {
                return SendStep(hasSent: hasSent, failure: error)
            }
        } catch is CancellationError {
            return nil
        } catch {
            ChatLog.logger.error("The outbox of a channel cannot be sent: \(error)")
        }
        return sending.withLock { state in
            guard state.channels[channel]?.isOutdated == true else {
                state.channels[channel] = nil
                return nil
            }
            state.channels[channel]?.isOutdated = false
            return SendStep(hasSent: hasSent)
        }
    }
}

/// The next step of the task that sends the entries of a channel.
private struct SendStep {
    let hasSent: Bool
    /// The temporary error after which the step follows a pause.
    var failure: PNError?
}
