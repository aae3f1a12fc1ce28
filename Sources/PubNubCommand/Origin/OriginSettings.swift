import ArgumentParser
import Foundation
import PubNubOrigin
import PubNubOriginServer
import PubNubWire

/// The sources of the server's settings: a flag has precedence over the environment, which has precedence over the file.
struct OriginSources: Sendable {
    private static let prefix = "PUBNUB_ORIGIN_"

    /// The variables of the environment, without those of ``isServiceLink(_:_:)``.
    let environment: [String: String]
    /// The content of the `--config` file.
    let file: OriginMembers?

    /// Reads the file that the flag or `PUBNUB_ORIGIN_CONFIG` names.
    init(config: String?, environment: [String: String] = ProcessInfo.processInfo.environment) throws {
        self.environment = environment.filter { !Self.isServiceLink($0.key, $0.value) }
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

    /// An error for each variable that only looks like one of the server. A misspelt variable would leave its setting at the
    /// default without a word.
    var unknownVariables: [ValidationError] {
        let names = OriginSetting.Name.allCases.map(\.variable) + [Self.prefix + "CONFIG", Self.prefix + "LIMIT"]
        return environment.keys.filter { $0.hasPrefix(Self.prefix) && !names.contains($0) }.sorted().map { name in
            ValidationError("\(name): unknown variable. \(NearestName.advice(on: name, among: names))")
        }
    }

    /// Whether a variable is one that Kubernetes and Docker set in each container for a service named `pubnub-origin`. One of
    /// them has the name of a setting: `PUBNUB_ORIGIN_PORT=tcp://10.0.0.7:8080`.
    private static func isServiceLink(_ name: String, _ value: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.dropFirst(prefix.count)
        if rest == "PORT" { return value.contains("://") }
        return rest == "SERVICE_HOST" || rest.hasPrefix("SERVICE_PORT") || rest.hasPrefix("PORT_")
    }

    /// The settings of the file that have no effect, because a flag or a variable has precedence and another value.
    ///
    /// - Parameter arguments: The arguments of the process, by default those that it was started with.
    /// - Returns: The names with the flag or the variable, without values, which may be secret.
    func overriddenNames(arguments: [String] = CommandLine.arguments) -> [String] {
        OriginSetting.Name.allCases.compactMap { name in
            guard let ignored = try? file?.setting(name.rawValue),
                let used = try? setting(name, Self.value(of: name.flag, in: arguments)), !used.isEqual(to: ignored)
            else { return nil }
            return "\(name.rawValue) (\(used.source) has precedence)"
        }
    }

    /// The value that a flag has in arguments; nil without the flag.
    private static func value(of flag: String, in arguments: [String]) -> String? {
        guard let index = arguments.lastIndex(where: { $0 == flag || $0.hasPrefix("\(flag)=") }) else { return nil }
        guard arguments[index] == flag else { return String(arguments[index].dropFirst(flag.count + 1)) }
        let next = arguments[(index + 1)...].first
        // A flag without a value turns its setting on.
        return next.flatMap { $0.hasPrefix("-") ? nil : $0 } ?? "true"
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

    /// Where the settings are from.
    let sources: OriginSources
    /// The configuration of the server, without its certificate and observers.
    var configuration: OriginConfiguration
    /// nil for plain HTTP.
    var certificate: Certificate?
    /// The certificate of the admin listener; nil for plain HTTP.
    var adminCertificate: Certificate?
    /// For how long browsers are asked to use TLS only; nil if they are not.
    var strictTransportSecurity: Duration?
    /// How long the server goes on serving after SIGTERM or SIGINT.
    var drainDelay = Duration.zero
    /// How long the server completes requests after that.
    var drainLimit = Duration.seconds(10)
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
        if let unknown = sources.unknownVariables.first { throw unknown }
        var settings = OriginSettings(sources: sources, configuration: OriginConfiguration())
        for step in steps { try step(&settings, sources) }
        return settings
    }

    /// All that is wrong with the settings and with the files that they name; empty if a server can start with them.
    func settingsFaults() -> [String] {
        var faults: [String] = []
        func attempt(_ body: () throws -> Void) {
            do {
                try body()
            } catch {
                faults.append((error as? ValidationError)?.message ?? (error as? OriginError)?.text ?? "\(error)")
            }
        }
        var sources: OriginSources?
        attempt { sources = try OriginSources(config: operation.config) }
        guard let sources else { return faults }
        faults += sources.unknownVariables.map(\.message)
        var settings = OriginSettings(sources: sources, configuration: OriginConfiguration())
        for step in steps { attempt { try step(&settings, sources) } }
        for case .files(let certificate, let key)? in [settings.certificate, settings.adminCertificate] {
            attempt { _ = try OriginTLS(certificateFile: certificate, keyFile: key) }
        }
        if case .selfMade(let file?)? = settings.certificate,
            let fault = OriginConfiguration.folderFault(of: file, name: "--ca-out")
        {
            faults.append(fault)
        }
        return faults + settings.configuration.fileFaults()
    }

    /// Takes a part of the settings.
    private typealias Step = (inout OriginSettings, OriginSources) throws -> Void

    /// The parts of the settings. Later ones may depend on earlier ones.
    private var steps: [Step] {
        [
            { $0.configuration.host = try $1.setting(.host, listener.host)?.text ?? "127.0.0.1" },
            { $0.configuration.port = try $1.setting(.port, listener.port)?.port() ?? 8080 },
            { $0.configuration.storage = try dataStorage($1) },
            { $0.configuration.admin = try admin($1) },
            { try setCluster(in: &$0.configuration, $1) },
            { try setKeysets(in: &$0.configuration, $1) },
            { try setLimits(&$0.configuration.limits, $1) },
            { if let file = $1.file { $0.configuration.quotas = try KeysetFile.quotas(file) } },
            { settings, sources in
                for fault in try faults(sources) { try settings.configuration.faults.add(fault) }
            },
            { $0.certificate = try certificate($1) },
            { $0.adminCertificate = try adminCertificate($1, hasAdmin: $0.configuration.admin != nil) },
            { settings, sources in
                guard let duration = try sources.setting(.hsts, listener.hsts) else { return }
                guard settings.certificate != nil else {
                    throw ValidationError("\(duration.source) needs --tls or --cert.")
                }
                settings.strictTransportSecurity = try duration.duration()
            },
            { $0.configuration.filesURL = try $1.setting(.filesUrl, listener.filesUrl)?.address() },
            { $0.configuration.proxies = try proxies($1) },
            { $0.drainDelay = try $1.setting(.drainDelay, operation.drainDelay)?.duration() ?? .zero },
            {
                if let limit = try $1.setting(.drainLimit, operation.drainLimit) {
                    $0.drainLimit = try limit.duration()
                }
            },
            { $0.hasAccessLog = try $1.isOn(.accessLog, operation.accessLog) },
            { settings, sources in
                guard let format = try sources.setting(.logFormat, operation.logFormat) else { return }
                guard let found = ServerLog.Format(rawValue: format.text) else { throw format.wrong("text or json") }
                settings.logFormat = found
            },
            { $0.logLevel = try logLevel($1) },
        ]
    }

    /// The proxies in front of the server; nil for none.
    private func proxies(_ sources: OriginSources) throws -> OriginProxies? {
        let usesProtocol = try sources.isOn(.proxyProtocol, listener.proxyProtocol)
        let header = try sources.setting(.forwardedHeader, listener.forwardedHeader)
        guard let list = try sources.setting(.trustedProxy, listener.trustedProxy) else {
            if usesProtocol { throw ValidationError("\(OriginSetting.Name.proxyProtocol.flag) needs --trusted-proxy.") }
            if let header { throw ValidationError("\(header.source) needs --trusted-proxy.") }
            return nil
        }
        let addresses = list.text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        var proxies = OriginProxies(addresses: addresses, usesProxyProtocol: usesProtocol)
        // A client of a listener with the PROXY protocol may have an address of the list, and would choose its own in the header.
        if usesProtocol { proxies.header = nil }
        if let header {
            let found = OriginProxies.Header(rawValue: header.text.lowercased())
            guard found != nil || header.text == "none" else {
                throw header.wrong("x-forwarded-for, forwarded or none")
            }
            proxies.header = found
        }
        do throws(OriginError) {
            _ = try TrustedProxies(proxies)
        } catch {
            throw ValidationError("\(list.source): \(error.text).")
        }
        return proxies
    }

    /// Where the server stores its data, and how long messages stay there.
    private func dataStorage(_ sources: OriginSources) throws -> OriginStorage {
        let path = try sources.setting(.data, storage.data)?.text
        let given = try MessageRetention(
            age: try sources.setting(.retention, storage.retention),
            bytes: try sources.setting(.retentionSize, storage.retentionSize),
            hasDataFile: path != nil
        )
        return path.map { .file($0, retention: given ?? MessageRetention()) } ?? .memory
    }

    /// The level of `--log`, from the same sources.
    func logLevel(_ sources: OriginSources) throws -> LogLevel? {
        guard let level = try sources.setting(.log, output.log?.rawValue) else { return nil }
        guard let found = LogLevel(rawValue: level.text) else {
            throw level.wrong(LogLevel.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return found
    }

    /// The admin listener; nil without one.
    func admin(_ sources: OriginSources) throws -> OriginAdmin? {
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
        configuration.keysets = try keysets(sources, hasDataFile: configuration.storage != .memory)
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

    /// The listed keysets, of a file of their own or of the file with all settings.
    func keysets(_ sources: OriginSources, hasDataFile: Bool) throws -> [OriginKeyset] {
        if let file = try sources.setting(.keyset, keysetFile) {
            return try KeysetFile.read(file.text, source: file.source, hasDataFile: hasDataFile)
        }
        return try sources.file.map { try KeysetFile.keysets($0, hasDataFile: hasDataFile) } ?? []
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
            let location = "\(file.location): 'limits'"
            let members = try OriginMembers(value, at: location, names: OriginLimit.all.map(\.name))
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
                throw ValidationError("\(file.location): 'faults' takes an array of strings.")
            }
            return OriginSetting(text: text, source: "\(file.location): 'faults'")
        }
    }

    /// The certificate of the admin listener; nil without one.
    private func adminCertificate(_ sources: OriginSources, hasAdmin: Bool) throws -> OriginSettings.Certificate? {
        let file = try sources.setting(.adminCert, admin.adminCert)
        let key = try sources.setting(.adminKey, admin.adminKey)
        guard let given = file ?? key else { return nil }
        guard hasAdmin else { throw ValidationError("\(given.source) needs --admin-port.") }
        guard let file else { throw ValidationError("\(given.source) needs --admin-cert.") }
        guard let key else { throw ValidationError("\(given.source) needs --admin-key.") }
        return .files(certificate: file.text, key: key.text)
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
