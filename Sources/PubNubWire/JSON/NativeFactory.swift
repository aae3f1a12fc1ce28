/// Makes Swift's own types.
struct NativeFactory: JSONFactory {
    /// Stands for `null`.
    let null: any Sendable

    func bool(_ flag: Bool) -> any Sendable { flag }

    func number(_ token: NumberToken, in scanner: JSONScanner) -> any Sendable {
        switch scanner.value(of: token) {
        case .integer(let number): Int(number)
        case .unsigned(let number): UInt(number)
        case .double(let number): number
        case .null, .bool, .string, .array, .object: null
        }
    }

    func string(_ text: String) -> any Sendable { text }

    func array(_ elements: [any Sendable]) -> any Sendable { elements }

    func object(_ members: [String: any Sendable]) -> any Sendable { members }
}
