import NIOConcurrencyHelpers

/// Deadlines, and the end of the server.
extension OriginCore {
    /// Responds to all calls that wait, and from now on to each that would. Other requests are served as before.
    func endWaiting() {
        var delays: [Task<Void, Never>] = []
        process { guarded, work in
            guarded.isEnding = true
            delays = Array(guarded.delays.values)
            gather(guarded.machine.announceAll(at: configuration.clock.moment), &guarded, into: &work)
            gather(guarded.machine.stopping(), &guarded, into: &work)
        }
        // A delayed response is sent now rather than never.
        for delay in delays { delay.cancel() }
    }

    /// Responds to all calls that wait, takes in no more, and returns when everything is stored.
    func stop() async {
        endWaiting()
        guarded.withLockedValue { guarded in
            guarded.isStopped = true
            guarded.alarm?.task.cancel()
            guarded.alarm = nil
        }
        endBatchWait()
        await logIsIdle()
        await log.close()
        // They are in the file of the archive.
        await files.close()
        await archive.close()
    }

    /// Returns when this server has applied what the other servers of its cluster had committed before, and begins to propose that time passes.
    /// Does nothing more on a server by itself.
    func join() async {
        await log.caughtUp()
        guarded.withLockedValue { guarded in
            guard guarded.machine.state.isReplicated, !guarded.isStopped else { return }
            // The server with the shortest pause proposes; the others do if it does not.
            let pause = Duration.milliseconds(Int64.random(in: 900...1500))
            guarded.machine.local.startTicks(every: pause, at: configuration.clock.uptime)
            arm(&guarded)
        }
    }

    /// Does what is due. Called by an alarm, and harmless at any other time.
    func timePassed() {
        let now = configuration.clock.moment
        process { guarded, work in
            guarded.alarm = nil
            guard !guarded.isStopped else { return }
            let actions = guarded.machine.timePassed(at: now) + cutOff(at: now, &guarded)
            gather(actions, &guarded, into: &work)
        }
    }

    /// Releases clients while the log is not available, so that they may reach a server that receives messages and stores changes.
    ///
    /// Subscribers that come later wait for a pause, so that those without another server do not ask all the time.
    private func cutOff(at now: Moment, _ guarded: inout Guarded) -> [OriginAction] {
        guard log.refuses(waiting: 0) else {
            guarded.nextRelease = nil
            return []
        }
        // What waits for the batch in progress was not proposed.
        let waiting = guarded.takeClientProposals()
        var actions = waiting.isEmpty ? [] : refuse(waiting, .unavailable, &guarded)
        if guarded.nextRelease.map({ $0 <= now.uptime }) ?? true {
            guarded.nextRelease = now.uptime + Self.releasePause
            actions += guarded.machine.stopping().map(\.closingConnection)
        }
        return actions
    }

    /// How often a server without its log releases its subscribers.
    private static let releasePause = Duration.seconds(5)

    /// Returns when no entry waits for the log.
    private func logIsIdle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let isIdle = guarded.withLockedValue { guarded in
                if guarded.isIdle { return true }
                guarded.idle.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    /// Sees to it that the next deadline is noticed. An alarm that comes too early does no harm.
    func arm(_ guarded: inout Guarded) {
        guard !guarded.isStopped, let deadline = guarded.machine.nextDeadline else { return }
        if let alarm = guarded.alarm, alarm.deadline <= deadline { return }
        guarded.alarm?.task.cancel()
        let clock = configuration.clock
        let task = Task { [weak self] in
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            self?.timePassed()
        }
        guarded.alarm = (deadline, task)
    }
}
