package import PubNubMachines
import PubNubWire

/// Channel groups and their namespaces.
package enum ChannelRegistryEndpoints {
    /// Requests the names of the groups of a namespace; `nil` means the global scope.
    package static func groups(namespace: String?) -> Call<[String]> {
        Call(
            route: namespace == nil ? .channelGroups : .namespaceGroups,
            arguments: namespace.map { ["namespace": PercentEncoding.escape($0)] } ?? [:],
            query: shared
        ) { response in
            // The service may leave out `namespace`, which the request contains.
            ResponseReader.decode(response) { $0["groups"]?.names }
        }
    }

    /// The names of the namespaces.
    package static func namespaces() -> Call<[String]> {
        Call(route: .namespaces, query: shared) { response in
            ResponseReader.decode(response) { $0["namespaces"]?.names }
        }
    }

    /// Removes a namespace together with its groups.
    package static func removeNamespace(_ namespace: String) -> Call<Void> {
        acknowledged(.namespaceRemoval, ["namespace": PercentEncoding.escape(namespace)])
    }

    package static func removeGroup(_ group: GroupAddress) -> Call<Void> {
        acknowledged(group.namespace == nil ? .groupRemoval : .namespaceGroupRemoval, group.arguments)
    }

    /// The names of the channels of a group.
    package static func channels(of group: GroupAddress) -> Call<[String]> {
        Call(route: route(of: group), arguments: group.arguments, query: shared) { response in
            ResponseReader.decode(response) { $0["channels"]?.names }
        }
    }

    /// Adds channels to a group. The first channel creates the group and its namespace.
    package static func add(_ channels: NameList, to group: GroupAddress) -> Call<Void> {
        acknowledged(route(of: group), group.arguments, [.escaped(name: "add", value: channels.escaped)])
    }

    package static func remove(_ channels: NameList, from group: GroupAddress) -> Call<Void> {
        acknowledged(route(of: group), group.arguments, [.escaped(name: "remove", value: channels.escaped)])
    }

    private static let shared: [QueryItem] = [.authorization, .library, .identifier]

    private static func route(of group: GroupAddress) -> Route {
        group.namespace == nil ? .groupChannels : .namespaceGroupChannels
    }

    private static func acknowledged(
        _ route: Route,
        _ arguments: CallArguments,
        _ query: [QueryItem] = []
    ) -> Call<Void> {
        Call(route: route, arguments: arguments, query: query + shared) { response in
            ResponseReader.decode(response) { $0.object == nil ? nil : () }
        }
    }
}

extension GroupAddress {
    /// The arguments of a route, escaped.
    fileprivate var arguments: CallArguments {
        var arguments: CallArguments = ["group": PercentEncoding.escape(name)]
        if let namespace { arguments.append("namespace", PercentEncoding.escape(namespace)) }
        return arguments
    }
}
