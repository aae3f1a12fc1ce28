import PubNubOrigin
import PubNubWire

extension Console {
    /// The settings and the present work of the server.
    func server(_ serving: OriginMonitor.Serving) -> JSON {
        let reasons = monitor.unreadyReasons()
        return [
            "version": .string(PackageVersion.current),
            "uptimeSeconds": .integer(monitor.uptime.components.seconds),
            "ready": .bool(reasons.isEmpty),
            "reasons": .array(reasons.map { .string($0.rawValue) }),
            "console": .string(mode.rawValue),
            "origin": origin(serving.address),
            "storage": .string(configuration.storage == .memory ? "memory" : "file"),
            "region": .integer(Int64(configuration.region)),
            "timetoken": .string("\(serving.core.moment.date)"),
            "statistics": statistics,
            "process": process,
            "limits": limits,
        ]
    }

    private func origin(_ address: OriginAddress) -> JSON {
        [
            "url": .string(address.url), "scheme": .string(configuration.security == nil ? "http" : "https"),
            "host": .string(address.host), "port": .integer(Int64(address.port)),
        ]
    }

    private var statistics: JSON {
        let statistics = monitor.statistics
        return [
            "connections": .integer(Int64(statistics.connections)),
            "heldPolls": .integer(Int64(statistics.heldPolls)),
            "bufferedChannels": .integer(Int64(statistics.bufferedChannels)),
            "bufferedMessages": .integer(Int64(statistics.bufferedMessages)),
            "bufferedBytes": .integer(Int64(statistics.bufferedBytes)),
            "evictions": JSON(statistics.evictions),
            "deliveries": JSON(statistics.deliveries),
            "publishes": JSON(statistics.publishes),
            "acceptedConnections": JSON(statistics.acceptedConnections),
            "refusedConnections": JSON(statistics.refusedConnections),
            "commits": JSON(statistics.commits),
            "failedCommits": JSON(statistics.failedCommits),
            "storageErrors": JSON(statistics.storageErrors),
            "quotaRefusals": .object(
                Dictionary(
                    uniqueKeysWithValues: OriginQuota.allCases.map { quota in
                        (quota.rawValue, JSON(statistics.quotaRefusals[quota] ?? 0))
                    }
                )
            ),
        ]
    }

    private var process: JSON {
        let process = ProcessMetrics.current
        return [
            "cpuSeconds": .double(process.cpuSeconds), "residentBytes": JSON(process.residentBytes),
            "openDescriptors": JSON(process.openDescriptors),
            "maximumDescriptors": process.maximumDescriptors.map { JSON($0) } ?? .null,
            "startSeconds": .double(process.startSeconds),
        ]
    }

    /// The limits by name. Durations are in seconds, a range has two elements, and null means no limit.
    private var limits: JSON {
        let limits = configuration.limits
        var members: [String: JSON] = [:]
        for limit in OriginLimit.all {
            switch limit.kind {
            case .count(let path): members[limit.name] = .integer(Int64(limits[keyPath: path]))
            case .optionalCount(let path):
                members[limit.name] = limits[keyPath: path].map { .integer(Int64($0)) } ?? .null
            case .duration(let path): members[limit.name] = .double(limits[keyPath: path].inSeconds)
            case .optionalDuration(let path):
                members[limit.name] = limits[keyPath: path].map { .double($0.inSeconds) } ?? .null
            case .range(let path):
                let range = limits[keyPath: path]
                members[limit.name] = [.integer(Int64(range.lowerBound)), .integer(Int64(range.upperBound))]
            case .flag(let path): members[limit.name] = .bool(limits[keyPath: path])
            }
        }
        return .object(members)
    }
}
