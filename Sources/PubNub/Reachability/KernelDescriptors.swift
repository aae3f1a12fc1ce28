import CLinux
import Glibc

/// What the watching thread waits for.
struct KernelDescriptors: Sendable {
    /// Becomes readable when the watch is to end.
    let wakeup: Int32
    /// Where one waits for all of the others.
    let queue: Int32
    /// Links, addresses and routes; -1 where a sandbox does not allow it.
    let netlink: Int32
    /// Becomes readable when the wall clock is set and when the machine wakes.
    let clock: Int32

    /// Nil when the process has no descriptors left.
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

    /// Only once it has been written to: until then somebody may still be about to.
    func closeWakeup() {
        if wakeup >= 0 { close(wakeup) }
    }
}
