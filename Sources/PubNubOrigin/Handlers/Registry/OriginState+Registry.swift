import PubNubWire

extension Endpoint {
    static let channelGroups = aboutAll(.read { state, call, _ in state.channelGroups(call) })
    static let namespaces = aboutAll(.read { state, call, _ in state.namespaces(call) })
    static let namespaceRemoval = aboutAll(.change { $0.removeNamespace($1, at: $2) })
    static let groupChannels = aboutGroup(.readOrChange { $0.groupChannels($1, at: $2) })
    static let groupRemoval = aboutGroup(.change { $0.removeGroup($1, at: $2) })

    private static func aboutAll(_ kind: Kind) -> Endpoint {
        Endpoint(.registry, .right(.manage, on: .application(.groups)), kind)
    }

    private static func aboutGroup(_ kind: Kind) -> Endpoint {
        Endpoint(.registry, .right(.manage, on: .group), kind)
    }
}

extension OriginState {
    /// The groups of a namespace, or those outside of namespaces.
    func channelGroups(_ call: OriginCall) -> OriginResponse {
        if let refusal = registryRefusal(call) { return refusal }
        let namespace = call[.namespace] ?? ""
        let names = groups.groups(keyset: call.keyset, namespace: namespace)
        return RegistryResponse.groups(names, namespace: namespace)
    }

    func namespaces(_ call: OriginCall) -> OriginResponse {
        RegistryResponse.namespaces(groups.namespaces(keyset: call.keyset), keyset: call.keyset)
    }

    /// The namespace goes, and its groups with it.
    mutating func removeNamespace(_ call: OriginCall, at moment: Moment) -> OriginResponse {
        if let refusal = registryRefusal(call) { return refusal }
        make(.groups(.removeNamespace(call[.namespace] ?? "", keyset: call.keyset)), at: moment)
        return RegistryResponse.ok
    }

    /// The group goes.
    mutating func removeGroup(_ call: OriginCall, at moment: Moment) -> OriginResponse {
        if let refusal = registryRefusal(call) { return refusal }
        make(.groups(.removeGroup(Topic(keyset: call.keyset, name: Self.groupName(of: call).wire))), at: moment)
        return RegistryResponse.ok
    }

    /// The channels of a group, or a change of them.
    mutating func groupChannels(_ call: OriginCall, at moment: Moment) -> OriginResponse {
        if let refusal = registryRefusal(call) { return refusal }
        let name = Self.groupName(of: call)
        let group = Topic(keyset: call.keyset, name: name.wire)
        guard call.query["add"] != nil || call.query["remove"] != nil else {
            let channels = groups.channels(of: group.name, keyset: group.keyset)
            return RegistryResponse.channels(channels, group: name.bare)
        }
        let added = call.query.list("add").withoutRepetitions()
        let removed = call.query.list("remove").withoutRepetitions()
        if let refusal = refusal(adding: added, removing: removed, group) { return refusal }
        make(.groups(.add(added, to: group)), at: moment)
        make(.groups(.remove(removed, from: group)), at: moment)
        return RegistryResponse.ok
    }

    /// The refusal of invalid names of namespace and group in the path; nil for valid names.
    private func registryRefusal(_ call: OriginCall) -> OriginResponse? {
        for argument in [RouteArgument.namespace, .group] where call.has(argument) {
            guard let name = call[argument], !name.contains(where: { ",:/".contains($0) }) else {
                return RegistryResponse.reservedCharacter
            }
            guard !NameLength.isExceeded(by: ChannelName.base(name), limit: limits.nameLength) else {
                return RegistryResponse.nameTooLong
            }
        }
        return nil
    }

    private mutating func refusal(
        adding added: [String],
        removing removed: [String],
        _ group: Topic
    ) -> OriginResponse? {
        guard !added.isEmpty || !removed.isEmpty else { return RegistryResponse.noChannels }
        guard limits.acceptLengths(of: added + removed) else {
            return RegistryResponse.nameTooLong
        }
        let growth = groups.countNew(added, in: group.name, keyset: group.keyset)
        guard growth == 0 || groups.count(of: group.name, keyset: group.keyset) + growth <= limits.channelsPerGroup
        else { return RegistryResponse.groupSize }
        guard hasCapacity(forRegistering: growth, keyset: group.keyset) else { return RegistryResponse.registrySize }
        guard allowsRegistering(growth, keyset: group.keyset) else { return RegistryResponse.registryQuota }
        return nil
    }

    /// Channels in groups and on devices, all keysets together.
    var registeredChannels: Int { groups.count + push.count }

    /// Whether so many more channels in groups and on devices are within the limit.
    func hasCapacity(forRegistering growth: Int, keyset: String) -> Bool {
        let count = counted(registeredChannels, own: registeredChannels(of: keyset))
        return growth == 0 || count + growth <= limits.registeredChannels
    }

    /// Whether the quota of a keyset allows so many more channels in groups and on devices.
    mutating func allowsRegistering(_ growth: Int, keyset: String) -> Bool {
        growth == 0 || allows(registeredChannels(of: keyset) + growth, .registeredChannels, keyset)
    }

    private func registeredChannels(of keyset: String) -> Int {
        groups.count(keyset: keyset) + push.count(keyset: keyset)
    }

    private static func groupName(of call: OriginCall) -> GroupName {
        GroupName(namespace: call[.namespace] ?? "", bare: call[.group] ?? "")
    }
}

/// The responses of the channel registry, which writes a space after every colon and comma.
enum RegistryResponse {
    static let ok = response(status: 200, "\"message\": \"OK\"", isError: false)
    static let reservedCharacter = refusal("Reserved character in input parameters.")
    static let nameTooLong = refusal("Name Too Long")
    static let noChannels = refusal("Missing channels to add or remove.")
    static let groupSize = refusal("Channel group size exceeded.")
    static let registrySize = refusal("Channel registry size exceeded.")
    static let registryQuota = refusal("Channel registry size exceeded.", status: 429)

    static func groups(_ names: [String], namespace: String) -> OriginResponse {
        payload("{\"namespace\": \(EnvelopeWriter.quoted(namespace)), \"groups\": \(list(names))}")
    }

    static func namespaces(_ names: [String], keyset: String) -> OriginResponse {
        payload("{\"sub_key\": \(EnvelopeWriter.quoted(keyset)), \"namespaces\": \(list(names))}")
    }

    /// The group goes by its name without namespace.
    static func channels(_ names: [String], group: String) -> OriginResponse {
        payload("{\"channels\": \(list(names)), \"group\": \(EnvelopeWriter.quoted(group))}")
    }

    /// A list of strings in the format of services that write a space after every comma.
    static func list(_ names: [String]) -> String {
        "[\(names.map(EnvelopeWriter.quoted).joined(separator: ", "))]"
    }

    private static func payload(_ text: String) -> OriginResponse {
        response(status: 200, "\"payload\": \(text)", isError: false)
    }

    private static func refusal(_ message: String, status: Int = 400) -> OriginResponse {
        response(status: status, "\"message\": \(EnvelopeWriter.quoted(message))", isError: true)
    }

    private static func response(status: Int, _ member: String, isError: Bool) -> OriginResponse {
        OriginResponse(
            status: status,
            text: "{\"status\": \(status), \(member), \"service\": \"channel-registry\", \"error\": \(isError)}"
        )
    }
}
