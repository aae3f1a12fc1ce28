package import PubNubMachines
package import PubNubWire

/// The state of a client.
extension Validation {
    /// Checks one state.
    ///
    /// - Parameters:
    ///   - value: The state.
    ///   - name: The channel or group of the state, for the error; `nil` if the call has only one.
    /// - Throws: Error 135 with the field and the type of its value.
    package static func check(state value: JSON, of name: String? = nil) throws(Failure) {
        guard case .object(let fields) = value else {
            let state = name.map { "The state of \(quoted($0))" } ?? "The state"
            throw invalidState("\(state) is \(typeName(of: value)), not a dictionary.")
        }
        let nested = fields.filter { field in
            switch field.value {
            case .string, .integer, .unsigned, .double, .decimal, .null, .bool: false
            case .array, .object: true
            }
        }
        guard let field = nested.min(by: { $0.key < $1.key }) else { return }
        let path = [name, field.key].compactMap(\.self).joined(separator: ".")
        throw invalidState("The field \(quoted(path)) is \(typeName(of: field.value)).")
    }

    package static func invalidState(_ reason: String) -> Failure {
        Failure(
            unsent: ErrorCode.invalidState,
            "\(reason) A state is a dictionary of strings, numbers, booleans and nulls."
        )
    }

    private static func typeName(of value: JSON) -> String {
        switch value {
        case .null: "null"
        case .bool: "a boolean"
        case .integer, .unsigned, .double, .decimal: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "a dictionary"
        }
    }
}
