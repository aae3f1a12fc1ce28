import Glibc
import NIOCore

/// How many file descriptors this process may have open.
package enum DescriptorLimit {
    /// Descriptors for the connections of the admin listener, the data file, the cluster's log, and connections that are being closed.
    private static let reserve = 192
    /// What each event loop takes.
    private static let perEventLoop = 3

    /// Raises the limit as far as the process may, and returns it; nil if the number is unlimited.
    ///
    /// Many systems start programs with 1,024 descriptors and let them raise the limit, as old programs cannot use more.
    package static func raise() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return limit.rlim_cur == rlim_t.max ? nil : Int(clamping: limit.rlim_cur)
    }

    /// How many connections leave descriptors for everything else, of so many descriptors.
    package static func connections(of descriptors: Int) -> Int {
        let reserve = min(reserve + perEventLoop * System.coreCount, descriptors / 2)
        return max(1, descriptors - reserve)
    }
}
