import PubNubOrigin
import Foundation

/// The figures of the kernel about this process.
struct ProcessMetrics: Sendable, Equatable {
    /// Time that its threads ran, in user and kernel mode, in seconds.
    var cpuSeconds = 0.0
    /// Memory in RAM, in bytes.
    var residentBytes: UInt64 = 0
    /// Address space, in bytes.
    var virtualBytes: UInt64 = 0
    /// Open file descriptors.
    var openDescriptors: UInt64 = 0
    /// The limit of open file descriptors; nil without one.
    var maximumDescriptors: UInt64?
    /// When it started, in seconds since 1970 UTC.
    var startSeconds = 0.0

    /// The figures at present; zero where `/proc` is missing.
    static var current: ProcessMetrics {
        var metrics = ProcessMetrics()
        let ticks = Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        if let fields = statFields() {
            // The numbers of proc(5), counted from the field after the name of the program, which is the third.
            func field(_ number: Int) -> Double { fields.count > number - 3 ? Double(fields[number - 3]) ?? 0 : 0 }
            metrics.cpuSeconds = (field(14) + field(15)) / ticks
            metrics.virtualBytes = UInt64(field(23))
            metrics.residentBytes = UInt64(field(24)) * UInt64(max(0, sysconf(Int32(_SC_PAGESIZE))))
            metrics.startSeconds = bootSeconds + field(22) / ticks
        }
        metrics.openDescriptors = descriptorCount()
        var limit = rlimit()
        if getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur != rlim_t.max {
            metrics.maximumDescriptors = UInt64(limit.rlim_cur)
        }
        return metrics
    }

    /// When the system was started, in seconds since 1970 UTC.
    private static let bootSeconds: Double = {
        let lines = ProcFile.content(of: "/proc/stat")?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("btime ") }.flatMap { Double($0.dropFirst(6)) } ?? 0
    }()

    private static func statFields() -> [Substring]? {
        // The name of the program, in parentheses, may have spaces and parentheses itself.
        guard let text = ProcFile.content(of: "/proc/self/stat"), let end = text.lastIndex(of: ")") else {
            return nil
        }
        return text[text.index(after: end)...].split(separator: " ")
    }

    private static func descriptorCount() -> UInt64 {
        guard let folder = opendir("/proc/self/fd") else { return 0 }
        defer { closedir(folder) }
        var count: UInt64 = 0
        while readdir(folder) != nil { count += 1 }
        // Without the entries `.` and `..`, and the descriptor of the folder itself.
        return count > 3 ? count - 3 : 0
    }
}
