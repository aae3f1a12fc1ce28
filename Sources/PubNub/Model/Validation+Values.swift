import Foundation
import PubNubCore
import PubNubMachines
import PubNubWire

/// Values of applications: states, custom values and numbers.
extension Validation {
    /// Checks state by channel or group name: each a dictionary of strings, numbers and nulls
    /// (Documentation/WireProtocol.md, "Here-now, where-now and state"). A null removes a field.
    ///
    /// - Parameters:
    ///   - state: The states by name. For a list of one object it may also be the state of that object.
    ///   - objects: The channels and groups of the call.
    /// - Returns: The states by name.
    /// - Throws: 135 for an invalid state.
    static func presenceState(
        _ state: [String: Any],
        on objects: [any PNChannelProtocol]
    ) throws(Failure) -> [String: JSON] {
        guard case .object(let members) = try stateValue(state) else { return [:] }
        let states = named(members, on: objects)
        for (name, state) in states.sorted(by: { $0.key < $1.key }) { try check(state: state, of: name) }
        return states
    }

    /// The members of a state by the name of the only object of a list, if they are fields and not states by name.
    private static func named(_ members: [String: JSON], on objects: [any PNChannelProtocol]) -> [String: JSON] {
        guard objects.count == 1, let object = objects.first, !members.isEmpty else { return members }
        let name = SubscriptionChange.Entry(object).target.name
        let areFields = members.allSatisfy { $0.value.object == nil && PresenceName.stripAll($0.key).name != name }
        return areFields ? [name: .object(members)] : members
    }

    /// Checks the state on one object: strings, numbers and nulls by field name.
    static func stateFields(_ state: [String: Any]) throws(Failure) -> [String: JSON] {
        let value = try stateValue(state)
        try check(state: value)
        return value.object ?? [:]
    }

    private static func stateValue(_ state: [String: Any]) throws(Failure) -> JSON {
        do throws(Failure) {
            return try JSONBridge.json(state)
        } catch {
            throw invalidState(ErrorText(error).reason)
        }
    }

    /// Checks custom values: strings, numbers and booleans by name.
    static func custom(_ values: [String: Any], _ field: String = "custom") throws(Failure) -> JSON {
        var members: [String: JSON] = [:]
        for (name, value) in values {
            members[name] = try scalar(value, "\(field).\(name)")
        }
        return .object(members)
    }

    private static func scalar(_ value: Any, _ field: String) throws(Failure) -> JSON {
        guard let json = try? JSONBridge.json(value) else { throw notScalar(field) }
        return try scalar(json, field)
    }

    /// The timetoken of a message or an action.
    static func actionTarget(_ number: NSNumber, _ field: String) throws(Failure) -> Timetoken {
        let timetoken = Timetoken(rawValue: number.uint64Value)
        try check(timetoken: timetoken, field)
        return timetoken
    }
}
