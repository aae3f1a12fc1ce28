import PubNubOrigin
import NIOCore
import PubNubWire

extension Console {
    /// The keysets that are served. A server for any keys lists those that have clients or buffered messages.
    func keysets(_ serving: OriginMonitor.Serving, _ query: OriginQuery) throws(ConsoleError) -> JSON {
        let page = try ConsolePage(query)
        let core = serving.core
        let (table, active) = core.withState { state in
            (state.keysets, state.presence.allKeysets + state.buffers.bufferedKeysets)
        }
        let names: Set<String> =
            if table.servesAny {
                Set(active)
            } else if let only = table.only {
                [only]
            } else {
                Set(table.listed.map(\.subscribeKey))
            }
        let (found, next) = page.names(of: names.filter(configuration.partition.serves))
        var entries: [JSON] = []
        for name in found {
            guard let keyset = table[name] else { continue }
            entries.append(entry(of: keyset, name, core))
        }
        return ["keysets": .array(entries), "servesAny": .bool(table.servesAny), "next": .optional(next)]
    }

    private func entry(of keyset: OriginKeyset, _ name: String, _ core: OriginCore) -> JSON {
        // The keysets of the configuration may have been replaced.
        let storage = configuration.storage
        let retention = keyset.retention ?? storage.keysetRetention[name] ?? storage.retention
        let context = keyset.appContext
        var quotas: [String: JSON] = [:]
        for quota in OriginQuota.allCases {
            quotas[quota.rawValue] = keyset.quotas[keyPath: quota.path].map { .integer(Int64($0)) } ?? .null
        }
        return [
            "subscribeKey": .string(name), "publishKey": .optional(keyset.publishKey),
            "hasSecretKey": .bool(keyset.secretKey?.isEmpty == false),
            "accessManager": .bool(keyset.accessManager),
            "appContext": [
                "isEnabled": .bool(context.isEnabled), "sendsUserEvents": .bool(context.sendsUserEvents),
                "sendsChannelEvents": .bool(context.sendsChannelEvents),
                "sendsMembershipEvents": .bool(context.sendsMembershipEvents),
                "disallowsAllUsers": .bool(context.disallowsAllUsers),
                "disallowsAllChannels": .bool(context.disallowsAllChannels),
                "hasReferentialIntegrity": .bool(context.hasReferentialIntegrity),
                "validatesContacts": .bool(context.validatesContacts),
            ],
            "retention": [
                "seconds": retention.age.map { .double($0.inSeconds) } ?? .null,
                "bytes": retention.bytes.map { .integer(Int64($0)) } ?? .null,
            ],
            "quotas": .object(quotas), "usage": usage(of: keyset, name, core),
        ]
    }

    private func usage(of keyset: OriginKeyset, _ name: String, _ core: OriginCore) -> JSON {
        let buffers = core.withState { $0.buffers.snapshot(keyset: name) }
        var usage: [String: JSON] = [:]
        for (quota, amount) in KeysetUsage(of: keyset, named: name, core).amounts {
            usage[quota.rawValue] = .integer(Int64(amount))
        }
        usage["bufferedChannels"] = .integer(Int64(buffers.count))
        usage["bufferedMessages"] = .integer(Int64(buffers.values.reduce(0) { $0 + $1.count }))
        usage["bufferedBytes"] = .integer(Int64(buffers.values.reduce(0) { $0 + $1.bytes }))
        return .object(usage)
    }

    /// The channels of a keyset that have clients or buffered messages, in order of their names.
    func channels(_ serving: OriginMonitor.Serving, _ query: OriginQuery) throws(ConsoleError) -> JSON {
        let page = try ConsolePage(query)
        guard let keyset = query.text("subscribeKey") else { throw ConsoleError(400, "'subscribeKey' is missing.") }
        let prefix = query["prefix"] ?? ""
        let (presence, buffers, isServed) = serving.core.withState { state in
            (
                state.presence.snapshot(keyset: keyset), state.buffers.snapshot(keyset: keyset),
                state.keysets[keyset] != nil
            )
        }
        guard isServed, configuration.partition.serves(keyset) else {
            throw ConsoleError(404, "The server does not serve this subscribe key.")
        }
        // A presence channel belongs to its channel, and has no entry of its own.
        let buffered = buffers.keys.filter { !ChannelName.isPresence($0.text) }
        let names = Set(presence.channels.keys).union(buffered).map(\.text).filter { $0.hasPrefix(prefix) }
        let (found, next) = page.names(of: names)
        let entries = found.map { name -> JSON in
            let buffer = buffers[NameKey(name)]
            return [
                "name": .string(name), "occupancy": .integer(Int64(presence.channels[NameKey(name)]?.count ?? 0)),
                "bufferedMessages": .integer(Int64(buffer?.count ?? 0)),
                "bufferedBytes": .integer(Int64(buffer?.bytes ?? 0)),
                "latestTimetoken": buffer.map { .string("\($0.latest)") } ?? .null,
            ]
        }
        return ["channels": .array(entries), "total": .integer(Int64(names.count)), "next": .optional(next)]
    }

    /// The open connections of the public listener, in order of their addresses.
    func connections(_ serving: OriginMonitor.Serving, _ query: OriginQuery) throws(ConsoleError) -> JSON {
        let page = try ConsolePage(query)
        let now = serving.core.uptime
        var entries: [String: ConnectionActivity] = [:]
        for activity in serving.connections.all {
            guard let host = activity.address?.text, let port = activity.port else { continue }
            entries["\(host.contains(":") ? "[\(host)]" : host):\(port)"] = activity
        }
        let (found, next) = page.names(of: entries.keys)
        let list = found.compactMap { name -> JSON? in
            guard let activity = entries[name] else { return nil }
            let idle = activity.idleSince.map { now - $0 }
            return [
                "peer": .string(name), "isBusy": .bool(idle == nil),
                "idleSeconds": idle.map { .double(max(0, $0.inSeconds)) } ?? .null,
            ]
        }
        return ["connections": .array(list), "total": .integer(Int64(entries.count)), "next": .optional(next)]
    }
}
