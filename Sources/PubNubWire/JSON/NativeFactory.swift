/// Makes Swift's own types. Containers are made of `Any` from the start: a cast to `[String: Any]` is then free.
struct NativeFactory: JSONFactory {
    /// Stands for `null`.
    let null: Any
    /// Makes a value of a number that neither 64 bits nor `Double` hold.
    let decimal: (JSONNumber) -> Any

    func bool(_ flag: Bool) -> Any { flag }

    func number(_ token: NumberToken, in scanner: JSONScanner) -> Any {
        switch scanner.value(of: token) {
        case .integer(let number): Int(number)
        case .unsigned(let number): UInt(number)
        case .double(let number): number
        case .decimal(let number): decimal(number)
        case .null, .bool, .string, .array, .object: null
        }
    }

    func string(_ text: String) -> Any { text }

    func array(_ elements: [Any]) -> Any { elements }

    func object(_ members: [String: Any]) -> Any { members }
}
