import ArgumentParser
import Logging
import PubNubOrigin
import PubNubOriginServer

/// Reads again the settings that may change while the server runs.
struct SettingsReload {
    /// The command that started the server. Files of its settings are read again with each use.
    let command: OriginCommand
    /// The settings that the server started with.
    let start: OriginSources
    let hasDataFile: Bool
    let server: OriginServer
    /// The certificates of the listeners, by name.
    let certificates: [(name: String, certificate: OriginTLS)]
    let logger: Logger

    /// Reads all parts, each by itself, so that a wrong file keeps no other part from being read. One line of the log says what
    /// changed, one names the settings that need a restart, and one those for which the file has a value without effect. Each part that could
    /// not be read has a separate line.
    ///
    /// - Returns: Whether all parts were read.
    func run() async -> Bool {
        var changes: [String] = []
        var isComplete = true
        func attempt(_ part: String, _ body: () async throws -> String?) async {
            do {
                if let change = try await body() { changes.append("\(part) \(change)") }
            } catch {
                isComplete = false
                let reason = (error as? OriginError)?.text ?? (error as? ValidationError)?.message ?? "\(error)"
                logger.error("\(part) did not change: \(reason)")
            }
        }
        // Names only, because values may be secret.
        var needRestart: [String] = []
        var read: OriginSources?
        await attempt("the settings") {
            read = try OriginSources(config: command.operation.config)
            return nil
        }
        if let read {
            needRestart = OriginFile.restartNames(from: start, to: read)
            await attempt("the log level") { try setLogLevel(read) }
            await attempt("the keysets") { try replaceKeysets(read, &needRestart) }
            await attempt("the admin token") { try replaceToken(read) }
            #if NATS
            await attempt("the NATS servers") { try await replaceNATSServers(read, &needRestart) }
            #endif
        }
        for (name, certificate) in certificates {
            await attempt(name) { try reload(certificate) }
        }
        // The environment is that of the start: a variable that its file no longer has is still set, and has precedence.
        let overridden = read?.overriddenNames() ?? []
        if !overridden.isEmpty {
            logger.warning("values of the settings file have no effect: \(overridden.joined(separator: ", "))")
        }
        if !needRestart.isEmpty { logger.warning("a restart is needed for \(needRestart.joined(separator: ", "))") }
        guard isComplete || !changes.isEmpty else { return false }
        // At the default level, because a reload is rare and may surprise other operators.
        let change = changes.isEmpty ? "nothing changed" : changes.joined(separator: ", ")
        logger.warning("settings were read again: \(change)")
        return isComplete
    }

    private func setLogLevel(_ read: OriginSources) throws -> String? {
        let former = ServerLog.currentLevel
        ServerLog.setLevel(try command.logLevel(read))
        let level = ServerLog.currentLevel
        return level == former ? nil : "is \(level.rawValue)"
    }

    private func replaceKeysets(_ read: OriginSources, _ needRestart: inout [String]) throws -> String? {
        let former = server.keysets
        let keysets = try command.keysets(read, hasDataFile: hasDataFile)
        guard former != keysets else { return nil }
        // Whether keysets are listed at all decides about other settings, which do not change.
        guard !former.isEmpty, !keysets.isEmpty else {
            needRestart.append("keyset")
            return nil
        }
        try server.replaceKeysets(keysets)
        let before = Dictionary(former.map { ($0.subscribeKey, $0) }, uniquingKeysWith: { first, _ in first })
        let after = Set(keysets.map(\.subscribeKey))
        let added = keysets.filter { before[$0.subscribeKey] == nil }.count
        let removed = before.keys.filter { !after.contains($0) }.count
        let changed = keysets.filter { keyset in before[keyset.subscribeKey].map { $0 != keyset } ?? false }.count
        let parts = [(added, "added"), (removed, "removed"), (changed, "changed")].filter { $0.0 > 0 }
        // Only the order of the keysets is different.
        guard !parts.isEmpty else { return nil }
        return "(" + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ") + ")"
    }

    private func replaceToken(_ read: OriginSources) throws -> String? {
        guard let admin = try command.admin(read), admin.token != server.adminToken else { return nil }
        try server.replaceAdminToken(admin.token)
        return admin.token == nil ? "was removed" : "changed"
    }

    #if NATS
    private func replaceNATSServers(_ read: OriginSources, _ needRestart: inout [String]) async throws -> String? {
        let (former, servers) = (server.natsServers, try command.natsServers(read))
        guard servers != former else { return nil }
        guard former != nil, let servers else {
            needRestart.append("nats")
            return nil
        }
        try await server.replaceNATSServers(servers)
        // The addresses may have passwords.
        return "changed"
    }
    #endif

    private func reload(_ certificate: OriginTLS) throws -> String? {
        guard try certificate.reloaded(), let end = certificate.end else { return nil }
        return "is valid until \(ServerLog.time(UInt64(clamping: end) * 10_000_000))"
    }
}
