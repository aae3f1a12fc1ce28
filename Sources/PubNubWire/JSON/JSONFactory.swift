/// Makes the values that a `JSONBuilder` reads: one requirement for each kind.
protocol JSONFactory {
    /// What a value of any kind becomes.
    associatedtype Value

    var null: Value { get }
    func bool(_ flag: Bool) -> Value
    func number(_ token: NumberToken, in scanner: JSONScanner) -> Value
    func string(_ text: String) -> Value
    func array(_ elements: [Value]) -> Value
    func object(_ members: [String: Value]) -> Value
}
