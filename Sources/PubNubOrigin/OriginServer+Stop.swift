import PubNubSupport

/// The end.
extension OriginServer {
    /// Stops so that no client loses a request, and returns when all connections are closed and all data is on disk.
    ///
    /// ``phase`` is ``OriginPhase/draining`` immediately, so that load balancers stop sending traffic. The server goes on serving for
    /// `delay`. Then it accepts the connections that are already established and no others, responds to calls that wait for messages,
    /// and marks each response as the last of its connection (`Connection: close`). A connection without a request may send one more
    /// within `grace`. HTTP/2 connections get `GOAWAY`; a request that arrives later may be refused with `REFUSED_STREAM`, which
    /// says that it was not processed. Does nothing if the server is not serving; `stop()` ends a drain early.
    ///
    /// - Parameters:
    ///   - delay: How long the server goes on serving first. 0 by default.
    ///   - grace: How long an idle connection waits for a request that its client has already sent. 2 s by default.
    ///   - limit: After this time from the end of `delay` the server closes the connections that are left. 10 s by default.
    public func drain(
        delay: Duration = .zero,
        grace: Duration = .seconds(2),
        limit: Duration = .seconds(10)
    ) async {
        let running = lifecycle.withLock { lifecycle -> Running? in
            guard case .running(let running) = lifecycle else { return nil }
            lifecycle = .draining(running)
            return running
        }
        guard let running else { return }
        // Not ready first, and the listener later: a load balancer sends traffic until its next check has failed.
        monitor.startedDraining()
        let clock = configuration.clock
        if delay > .zero { try? await clock.sleep(until: clock.uptime + delay) }
        guard phase == .draining else { return }
        await running.listener.stopListening()
        running.connections.startEnding(grace: grace)
        // After the connections know that they end, so that each of these responses says so.
        running.core.endWaiting()
        await waitForEnd(of: running.connections, limit: limit)
        let isFirst = lifecycle.withLock { lifecycle -> Bool in
            guard case .draining = lifecycle else { return false }
            lifecycle = .stopped
            return true
        }
        guard isFirst else { return }
        // Last: a request on any connection may still change something, and its response promises that it is stored.
        await running.core.stop()
        await stopAttachment()
    }

    /// Stops listening, responds to calls that wait, closes connections without a request, and returns when all connections are
    /// closed and all data is on disk. A request that the client has already sent may be lost; ``drain(delay:grace:limit:)`` loses none.
    ///
    /// A server that is starting stops as soon as its start has come so far; it does not wait for its cluster any more. Does nothing if the server
    /// was not started, or has stopped.
    ///
    /// - Parameter abruptly: true closes every connection immediately and sends no more responses. False by default.
    public func stop(abruptly: Bool = false) async {
        let (running, isStarting) = lifecycle.withLock { lifecycle -> (Running?, Bool) in
            switch lifecycle {
            case .running(let running), .draining(let running):
                lifecycle = .stopped
                return (running, false)
            case .starting:
                lifecycle = .stopped
                return (nil, true)
            case .new, .stopped: return (nil, false)
            }
        }
        if isStarting { await stopJoining() }
        guard let running else { return }
        monitor.startedDraining()
        if abruptly {
            await running.listener.close()
        } else {
            await running.listener.stopListening()
            running.connections.startEnding(grace: .zero)
            running.core.endWaiting()
            await waitForEnd(of: running.connections, limit: Self.stopLimit)
        }
        await running.core.stop()
        await stopAttachment()
    }

    /// Ends the wait of a start for its cluster.
    func stopJoining() async {
        await takeJoining()?.stop()
    }

    /// Takes out the core of a start that waits for its cluster, so that it is stopped once.
    func takeJoining() -> OriginCore? {
        joining.withLock { core in
            defer { core = nil }
            return core
        }
    }

    func stopAttachment() async {
        monitor.stopped()
        await attachment?.stop()
    }

    /// How long a server that stops waits for clients to read their last responses.
    private static let stopLimit = Duration.seconds(30)

    /// Returns when all connections are closed, which the server does itself after the limit.
    private func waitForEnd(of connections: OpenConnections, limit: Duration) async {
        let clock = configuration.clock
        let deadline = clock.uptime + limit
        let end = Task {
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            await connections.close()
        }
        await connections.waitForEnd()
        end.cancel()
    }
}
