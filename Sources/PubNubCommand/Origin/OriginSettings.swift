import ArgumentParser
import Foundation
import PubNubOrigin
import PubNubWire

/// The sources of the server's settings: a flag has precedence over the environment, which has precedence over the file.
struct OriginSources: Sendable {
    /// The variables of the environment.
    let environment: [String: String]
    /// The content of the `--config` file.
    let file: OriginMembers?

    /// Reads the file that the flag or `PUBNUB_ORIGIN_CONFIG` names.
    init(config: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        self.environment = environment
        let path = config ?? environment["PUBNUB_ORIGIN_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        file = try path.map { try OriginFile.read($0) }
    }

    /// The value of a setting; nil if no source has one. An empty variable counts as missing.
    func setting(_ name: OriginSetting.Name, _ flag: String? = nil) throws -> OriginSetting? {
        if let flag { return OriginSetting(text: flag, source: name.flag) }
        if let value = environment[name.variable], !value.isEmpty {
            return OriginSetting(text: value, source: name.variable)
        }
        return try file?.setting(name.rawValue)
    }

    /// The value of a setting that is on or off.
    func isOn(_ name: OriginSetting.Name, _ flag: Bool) throws -> Bool {
        if flag { return true }
        return try setting(name)?.flag() ?? false
    }
}

/// All settings of `pubnub origin`.
struct OriginSettings: Sendable {
    /// Where the certificate comes from.
    enum Certificate: Sendable {
        /// A new one for this run; its authority is written to the file, if there is one.
        case selfMade(authorityFile: String?)
        /// PEM files of the certificate with its chain, and of its private key.
        case files(certificate: String, key: String)
    }

    /// The configuration of the server, without its certificate and observers.
    var configuration: OriginConfiguration
    /// nil for plain HTTP.
    var certificate: Certificate?
    /// The file of the keysets with the place where it was named, to be read again on SIGHUP.
    var keysetFile: OriginSetting?
    /// How long the server goes on serving after SIGTERM or SIGINT.
    var drainDelay = Duration.zero
    /// Whether each request is logged.
    var hasAccessLog = false
    /// The form of log lines.
    var logFormat = ServerLog.Format.text
    /// The lowest level that is logged.
    var logLevel: LogLevel?
}

extension OriginCommand {
    /// The settings of the flags, the environment and the file.
    ///
    /// - Throws: A `ValidationError` that names what is wrong and where it was given.
    func settings() throws -> OriginSettings {
        let sources = try OriginSources(config: operation.config)
        var configuration = OriginConfiguration()
        configuration.host = try sources.setting(.host, listener.host)?.text ?? "127.0.0.1"
        configuration.port = try sources.setting(.port, listener.port)?.port() ?? 8080
        configuration.dataFile = try sources.setting(.data, storage.data)?.text
        configuration.retention = try retention(sources, hasDataFile: configuration.dataFile != nil)
        configuration.admin = try admin(sources)
        try setCluster(in: &configuration, sources)
        try setKeysets(in: &configuration, sources)
        try setLimits(&configuration.limits, sources)
        if let file = sources.file { configuration.quotas = try KeysetFile.quotas(file) }
        for fault in try faults(sources) { try configuration.faults.add(fault) }
        var settings = OriginSettings(configuration: configuration)
        settings.certificate = try certificate(sources)
        settings.keysetFile = try sources.setting(.keyset, keysetFile)
        settings.drainDelay = try sources.setting(.drainDelay, operation.drainDelay)?.duration() ?? .zero
        settings.hasAccessLog = try sources.isOn(.accessLog, operation.accessLog)
        if let format = try sources.setting(.logFormat, operation.logFormat) {
            guard let found = ServerLog.Format(rawValue: format.text) else { throw format.wrong("text or json") }
            settings.logFormat = found
        }
        settings.logLevel = try logLevel(sources)
        return settings
    }

    /// How long stored messages stay.
    private func retention(_ sources: OriginSources, hasDataFile: Bool) throws -> MessageRetention {
        let given = try MessageRetention(
            age: try sources.setting(.retention, storage.retention),
            bytes: try sources.setting(.retentionSize, storage.retentionSize),
            hasDataFile: hasDataFile
        )
        return given ?? MessageRetention()
    }

    /// The level of `--log`, from the same sources.
    func logLevel(_ sources: OriginSources) throws -> LogLevel? {
        guard let level = try sources.setting(.log, output.log?.rawValue) else { return nil }
        guard let found = LogLevel(rawValue: level.text) else {
            throw level.wrong(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return found
    }

    private func admin(_ sources: OriginSources) throws -> OriginAdmin? {
        let host = try sources.setting(.adminHost, admin.adminHost)
        let token = try sources.setting(.adminToken, admin.adminToken)
        let console = try sources.setting(.console, admin.console)?.console()
        let consolePort = console == nil ? nil : Self.consolePort
        guard let port = try sources.setting(.adminPort, admin.adminPort)?.port() ?? consolePort else {
            if let other = host ?? token { throw ValidationError("\(other.source) needs --admin-port.") }
            return nil
        }
        let settings = OriginAdmin(host: host?.text ?? "127.0.0.1", port: port, token: token?.text, console: console)
        do throws(OriginError) {
            try settings.check()
        } catch {
            throw ValidationError(error.text + ": set \(OriginSetting.Name.adminToken.variable).")
        }
        return settings
    }

    /// The admin port if only the console is asked for.
    private static let consolePort = 8081

    private func setKeysets(in configuration: inout OriginConfiguration, _ sources: OriginSources) throws {
        func key(_ name: OriginSetting.Name, _ flag: String?) throws -> String? {
            try sources.setting(name, flag).flatMap { $0.text.isEmpty ? nil : $0.text }
        }
        configuration.publishKey = try key(.publishKey, keyset.publishKey)
        configuration.subscribeKey = try key(.subscribeKey, keyset.subscribeKey)
        configuration.secretKey = try key(.secretKey, keyset.secretKey)
        configuration.accessManager = try sources.isOn(.accessManager, accessManager)
        configuration.appContext = try appContext.settings(sources)
        let hasDataFile = configuration.dataFile != nil
        if let file = try sources.setting(.keyset, keysetFile) {
            configuration.keysets = try KeysetFile.read(file.text, source: file.source, hasDataFile: hasDataFile)
        } else if let file = sources.file {
            configuration.keysets = try KeysetFile.keysets(file, hasDataFile: hasDataFile)
        }
        if !configuration.keysets.isEmpty {
            let flags = [
                (keyset.publishKey != nil, "--publish-key"), (keyset.subscribeKey != nil, "--subscribe-key"),
                (keyset.secretKey != nil, "--secret-key"), (accessManager, "--access-manager"),
            ]
            if let given = flags.first(where: \.0) {
                throw ValidationError("\(given.1) has no effect on listed keysets; set it in the list.")
            }
        }
        try check(configuration)
    }

    private func check(_ configuration: OriginConfiguration) throws {
        let lists = configuration.appContext.disallowsAllUsers || configuration.appContext.disallowsAllChannels
        if lists && !configuration.accessManager {
            throw ValidationError("--disallow-all-users and --disallow-all-channels need --access-manager.")
        }
        guard configuration.keysets.isEmpty, configuration.accessManager else { return }
        guard configuration.publishKey != nil, configuration.secretKey != nil else {
            throw ValidationError(
                "--access-manager needs a publish key and a secret key to check signatures with: set PUBNUB_SECRET_KEY, "
                    + "and add --publish-key."
            )
        }
    }

    private func setLimits(_ limits: inout OriginLimits, _ sources: OriginSources) throws {
        if let file = sources.file, let value = file["limits"] {
            let place = "\(file.place): 'limits'"
            let members = try OriginMembers(value, at: place, names: OriginLimit.all.map(\.name))
            for limit in OriginLimit.all {
                guard let setting = try members.setting(limit.name) else { continue }
                try LimitSetting.set(limit.name, to: setting, in: &limits)
            }
        }
        let variable = "PUBNUB_ORIGIN_LIMIT"
        for text in sources.environment[variable, default: ""].split(separator: ",") {
            try LimitSetting.set(String(text), source: variable, in: &limits)
        }
        for text in operation.limit { try LimitSetting.set(text, source: "--limit", in: &limits) }
    }

    /// The faults of the flags; without any, those of the file.
    private func faults(_ sources: OriginSources) throws -> [OriginSetting] {
        guard operation.fault.isEmpty else {
            return operation.fault.map { OriginSetting(text: $0, source: "--fault") }
        }
        guard let file = sources.file else { return [] }
        return try file.array("faults").map { value -> OriginSetting in
            guard case .string(let text) = value else {
                throw ValidationError("\(file.place): 'faults' takes an array of strings.")
            }
            return OriginSetting(text: text, source: "\(file.place): 'faults'")
        }
    }

    private func certificate(_ sources: OriginSources) throws -> OriginSettings.Certificate? {
        let isSelfMade = try sources.isOn(.tls, listener.tls)
        let authorityFile = try sources.setting(.caOut, listener.caOut)
        let file = try sources.setting(.cert, listener.cert)
        let keyFile = try sources.setting(.key, listener.key)
        if let file, let keyFile {
            guard !isSelfMade, authorityFile == nil else {
                throw ValidationError("\(file.source) cannot be used with --tls and --ca-out.")
            }
            return .files(certificate: file.text, key: keyFile.text)
        }
        if let file { throw ValidationError("\(file.source) needs --key.") }
        if let keyFile { throw ValidationError("\(keyFile.source) needs --cert.") }
        guard isSelfMade else {
            if let authorityFile { throw ValidationError("\(authorityFile.source) needs --tls.") }
            return nil
        }
        return .selfMade(authorityFile: authorityFile?.text)
    }
}
