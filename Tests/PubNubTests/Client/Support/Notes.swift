/// The arguments of a test's closures. They run on the callback queue, which the test waits for before it reads.
final class Notes<Value> {
    private(set) var values: [Value] = []

    func add(_ value: Value) {
        values.append(value)
    }
}
