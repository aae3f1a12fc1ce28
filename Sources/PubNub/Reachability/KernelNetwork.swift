import CLinux
import Foundation
import PubNubLocks

/// News of the network from the kernel.
///
/// Each watch has a thread of its own, which sleeps in the kernel until something happens: there is no polling.
final class KernelNetwork: NetworkSource {
    /// The descriptor that ends the present watch; nil while nobody listens.
    private let wakeup = Locked<Int32?>(nil)

    func watch(_ heard: @escaping @Sendable (NetworkNotice) -> Void) {
        unwatch()
        guard let descriptors = KernelDescriptors() else {
            return PNLogger.log(.reachabilityLevel, "The kernel does not tell of its network")
        }
        wakeup.withLock { $0 = descriptors.wakeup }
        Thread.detachNewThread {
            Thread.current.name = "pubnub-watch"
            var loop = KernelNetworkLoop(descriptors, heard)
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
