import CPubNubLinux
import Foundation
import Glibc
import PubNubSupport

/// Network events from the kernel.
///
/// Each watch has a thread of its own, which sleeps in the kernel until an event arrives. It does not poll.
final class KernelNetwork: NetworkSource {
    /// The descriptor that ends the present watch; `nil` without a watch.
    private let wakeup = Locked<Int32?>(nil)

    func watch(_ report: @escaping @Sendable (NetworkNotice) -> Void) {
        unwatch()
        guard let descriptors = KernelDescriptors() else {
            return ClientLog.log(
                .reachability,
                "The kernel does not report changes of the network; lost connections are detected later"
            )
        }
        wakeup.withLock { $0 = descriptors.wakeup }
        Thread.detachNewThread {
            Thread.current.name = "pubnub-watch"
            var loop = KernelNetworkLoop(descriptors, report)
            loop.run()
        }
    }

    func unwatch() {
        wakeup.withLock { wakeup in
            // Under the lock, so that it is written once; the thread closes it after it has read this.
            if let wakeup { eventfd_write(wakeup, 1) }
            wakeup = nil
        }
    }
}

/// The work of the watching thread, and the state that only this thread uses.
struct KernelNetworkLoop {
    private let descriptors: KernelDescriptors
    private let report: @Sendable (NetworkNotice) -> Void
    private var burst = NetworkBurst()
    private var clock = ClockWatch(.now)
    private var buffer = [UInt8](repeating: 0, count: 32 * 1024)

    init(_ descriptors: KernelDescriptors, _ report: @escaping @Sendable (NetworkNotice) -> Void) {
        self.descriptors = descriptors
        self.report = report
    }

    /// Returns when the watch ends, or when the kernel does not allow waiting.
    mutating func run() {
        defer { descriptors.closeWatched() }
        Self.blockSignals()
        while let found = wait() {
            switch found {
            case descriptors.wakeup: return descriptors.closeWakeup()
            case descriptors.netlink: readNetlink()
            case descriptors.clock: clinux_rearm_clock(descriptors.clock)
            default: break
            }
            let reading = ClockWatch.Reading.now
            if let jump = clock.jump(until: reading) {
                ClientLog.log(.reachability, "The clock jumped: \(jump)")
                burst.clockJumped(jump, at: reading.sinceStart)
            }
            if let notice = burst.due(at: reading.sinceStart) { report(notice) }
        }
    }

    /// The ready descriptor, or a negative number; `nil` if waiting is not possible.
    private mutating func wait() -> Int32? {
        let limit = burst.wait(at: ClockWatch.Reading.now.sinceStart).map { Int32($0.wholeMilliseconds + 1) }
        let found = clinux_wait(descriptors.queue, limit ?? -1)
        guard found == -2 else { return found }
        guard errno == EINTR else { return nil }
        // No signal reaches this thread, so the wait was interrupted because the process was stopped or frozen:
        // signal(7), "Interruption of system calls and library functions by stop signals". No other call reports it.
        ClientLog.log(.reachability, "The process was stopped and continues")
        burst.processContinued(at: ClockWatch.Reading.now.sinceStart)
        return found
    }

    private mutating func readNetlink() {
        while true {
            let count = buffer.withUnsafeMutableBytes {
                clinux_receive_netlink(descriptors.netlink, $0.baseAddress, $0.count)
            }
            let now = ClockWatch.Reading.now.sinceStart
            if count >= 0 {
                burst.changed(NetlinkMessages.changes(in: buffer.prefix(count)), at: now)
            } else if errno == ENOBUFS {
                burst.overran(at: now)
            } else if errno != EINTR {
                if errno != EAGAIN { clinux_forget(descriptors.queue, descriptors.netlink) }
                return
            }
        }
    }

    /// Leaves the application's signals to its own threads; a crash is still reported on this one.
    private static func blockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        for crash in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT] { sigdelset(&signals, crash) }
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

extension ClockWatch.Reading {
    /// The clocks of this moment.
    static var now: ClockWatch.Reading {
        func read(_ clock: clockid_t) -> Duration {
            var time = timespec()
            clock_gettime(clock, &time)
            return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
        }
        // The clock without sleep is read first, so that it is never ahead of the other.
        let awake = read(CLOCK_MONOTONIC)
        return ClockWatch.Reading(sinceStart: read(CLOCK_BOOTTIME), awake: awake, wall: read(CLOCK_REALTIME))
    }
}

/// The descriptors that the watching thread waits for.
struct KernelDescriptors: Sendable {
    /// Becomes readable when the watch is to end.
    let wakeup: Int32
    /// The descriptor that waits for all of the others.
    let queue: Int32
    /// Links, addresses and routes; -1 if a sandbox does not allow it.
    let netlink: Int32
    /// Becomes readable when the wall clock is set and when the machine wakes.
    let clock: Int32

    /// `nil` if the process has no descriptors left.
    init?() {
        wakeup = clinux_open_wakeup()
        queue = clinux_open_queue()
        netlink = clinux_open_netlink()
        clock = clinux_open_clock()
        guard wakeup >= 0, queue >= 0, clinux_observe(queue, wakeup) == 0 else {
            closeWatched()
            closeWakeup()
            return nil
        }
        for descriptor in [netlink, clock] where descriptor >= 0 { clinux_observe(queue, descriptor) }
    }

    func closeWatched() {
        for descriptor in [queue, netlink, clock] where descriptor >= 0 { close(descriptor) }
    }

    /// Only after it has been written to: until then another thread may be about to write.
    func closeWakeup() {
        if wakeup >= 0 { close(wakeup) }
    }
}
