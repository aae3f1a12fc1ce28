import PubNubWire

/// The keys of one application and the settings that apply to it.
public struct OriginKeyset: Sendable, Equatable {
    /// The subscribe key, which identifies the keyset.
    public var subscribeKey: String
    /// The only publish key that may publish. nil, the default, accepts any.
    public var publishKey: String?
    /// The secret key, with which changes of access rights are signed. nil by default.
    public var secretKey: String?
    /// The secret key before ``secretKey``, whose signatures and tokens still hold for a time. nil, the default, without one.
    public var formerSecretKey: FormerSecretKey?
    /// Whether clients need access rights. Requires a publish key and a secret key. False by default.
    public var accessManager: Bool
    /// The settings of App Context; by default those of a new keyset at the public service.
    public var appContext: AppContextSettings
    /// How long a data file stores messages. nil, the default, is what the storage of the server says. Has no effect on a server in memory.
    public var retention: MessageRetention?
    /// How long a data file stores files, from their upload. nil, the default, is the age of ``retention``, or what the storage of the server says
    /// about messages; `.zero` sets no limit. Has no effect on a server in memory.
    public var fileRetention: Duration?
    /// The quotas of the keyset. A quota of nil, the default of all, is that of ``OriginConfiguration/quotas``.
    public var quotas: OriginQuotas
    /// The presence settings of the keyset; by default those of the server.
    public var presence = PresenceSettings()
    /// Whether files with a media type that runs in a browser, such as HTML, SVG and scripts, are sent with that type. False, the
    /// default, sends them as `application/octet-stream`.
    public var allowsActiveFileTypes = false

    /// A secret key that was replaced.
    public struct FormerSecretKey: Sendable, Equatable {
        /// The key. No new tokens are signed with it.
        public var key: String
        /// When it ends, in units of 10⁻⁷ s since 1970 UTC. From then on its signatures and its tokens are refused.
        public var end: UInt64

        /// Makes a secret key that ends at a time in units of 10⁻⁷ s since 1970 UTC.
        public init(key: String, end: UInt64) {
            self.key = key
            self.end = end
        }
    }

    /// Makes a keyset, by default one that every client may use without access rights.
    public init(
        subscribeKey: String,
        publishKey: String? = nil,
        secretKey: String? = nil,
        accessManager: Bool = false,
        appContext: AppContextSettings = AppContextSettings(),
        retention: MessageRetention? = nil,
        quotas: OriginQuotas = OriginQuotas()
    ) {
        self.subscribeKey = subscribeKey
        self.publishKey = publishKey
        self.secretKey = secretKey
        self.accessManager = accessManager
        self.appContext = appContext
        self.retention = retention
        self.quotas = quotas
    }
}

extension OriginKeyset {
    /// The secret keys that hold at a time, in units of 10⁻⁷ s since 1970 UTC; the present one first.
    func secretKeys(at date: UInt64) -> [String] {
        let former = formerSecretKey.flatMap { date < $0.end ? $0.key : nil }
        return [secretKey, former].compactMap(\.self).filter { !$0.isEmpty }
    }

    /// Whether a secret key holds at a time.
    func hasSecretKey(_ key: String, at date: UInt64) -> Bool { secretKeys(at: date).contains(key) }
}

/// The keysets that a server serves, by subscribe key.
package struct KeysetTable: Sendable {
    private let keysets: [NameKey: OriginKeyset]
    /// The settings of every keyset that has none of its own; nil if only listed keysets are served.
    private let common: OriginKeyset?
    /// Whether there are common settings, which is known without a copy of them.
    private let hasCommon: Bool
    /// The publish key of the common settings.
    private let commonPublishKey: String?
    /// The only subscribe key that the common settings are for; nil for any.
    private let onlyKey: String?
    /// Whether any keyset has the access manager on.
    private let hasAccessManager: Bool
    /// Whether any keyset has a quota.
    let hasQuotas: Bool
    /// The presence settings of the keysets that have their own.
    let presence: [NameKey: PresenceSettings]

    /// The keysets of a configuration.
    init(_ configuration: OriginConfiguration) {
        let listed = configuration.keysets.map { keyset -> OriginKeyset in
            var keyset = keyset
            keyset.quotas = keyset.quotas.completed(by: configuration.quotas)
            return keyset
        }
        keysets = Dictionary(listed.map { (NameKey($0.subscribeKey), $0) }, uniquingKeysWith: { first, _ in first })
        onlyKey = configuration.subscribeKey
        common =
            keysets.isEmpty
            ? OriginKeyset(
                subscribeKey: configuration.subscribeKey ?? "",
                publishKey: configuration.publishKey,
                secretKey: configuration.secretKey,
                accessManager: configuration.accessManager,
                appContext: configuration.appContext,
                quotas: configuration.quotas
            ) : nil
        hasCommon = common != nil
        commonPublishKey = common?.publishKey
        hasAccessManager = common?.accessManager ?? keysets.values.contains { $0.accessManager }
        presence = keysets.mapValues(\.presence).filter { $0.value != PresenceSettings() }
        hasQuotas = ([common].compactMap(\.self) + keysets.values).contains { $0.quotas != OriginQuotas() }
    }

    /// The keysets that are listed, in order of their subscribe keys.
    package var listed: [OriginKeyset] { keysets.sorted { $0.key < $1.key }.map(\.value) }

    /// Whether keysets are served that are not listed.
    package var servesAny: Bool { common != nil && onlyKey == nil }

    /// The subscribe key of the only keyset that is served; nil if there are others.
    package var only: String? { common == nil ? nil : onlyKey }

    /// Whether limits hold for all keysets together: any client can name another one if they are not listed.
    var countsTogether: Bool { common != nil }

    /// The quota of a keyset for one resource; nil without a quota.
    func quota(_ quota: OriginQuota, of subscribeKey: String) -> Int? {
        hasQuotas ? self[subscribeKey]?.quotas[keyPath: quota.path] : nil
    }

    /// Whether the quota of a keyset allows so much of something.
    func allows(_ amount: Int, _ quota: OriginQuota, _ subscribeKey: String) -> Bool {
        self.quota(quota, of: subscribeKey).map { amount <= $0 } ?? true
    }

    /// Whether clients of a keyset need access rights.
    package func hasAccessManager(_ subscribeKey: String) -> Bool {
        hasAccessManager && self[subscribeKey]?.accessManager == true
    }

    /// Whether the keyset of a subscribe key is served.
    func serves(_ subscribeKey: String) -> Bool {
        guard hasCommon else { return keysets[subscribeKey] != nil }
        return onlyKey?.hasSameBytes(as: subscribeKey) ?? true
    }

    /// The only publish key that may publish to a keyset that is served; nil if any may.
    func publishKey(of subscribeKey: String) -> String? {
        hasCommon ? commonPublishKey : keysets[subscribeKey]?.publishKey
    }

    /// The keyset of a subscribe key; nil if it is not served.
    package subscript(subscribeKey: String) -> OriginKeyset? {
        guard let common else { return keysets[subscribeKey] }
        return onlyKey?.hasSameBytes(as: subscribeKey) ?? true ? common : nil
    }

    /// Checks that the keysets can be served.
    ///
    /// - Throws: `OriginError.missingKeys` for an access manager without keys, and `OriginError.invalidConfiguration` for an empty
    ///   or repeated subscribe key. The text has no key.
    static func check(_ configuration: OriginConfiguration) throws(OriginError) {
        var seen = Set<NameKey>()
        for (index, keyset) in configuration.keysets.enumerated() {
            guard !keyset.subscribeKey.isEmpty else {
                throw .invalidConfiguration("keyset \(index + 1) has no subscribe key")
            }
            guard seen.insert(NameKey(keyset.subscribeKey)).inserted else {
                throw .invalidConfiguration("keyset \(index + 1) has the subscribe key of an earlier keyset")
            }
            guard !keyset.accessManager || hasKeys(keyset.publishKey, keyset.secretKey) else {
                throw .invalidConfiguration(
                    "keyset \(index + 1) has the access manager on, which needs a publish key and a secret key"
                )
            }
        }
        guard configuration.keysets.isEmpty, configuration.accessManager else { return }
        guard hasKeys(configuration.publishKey, configuration.secretKey) else { throw .missingKeys }
    }

    private static func hasKeys(_ publishKey: String?, _ secretKey: String?) -> Bool {
        publishKey?.isEmpty == false && secretKey?.isEmpty == false
    }
}
