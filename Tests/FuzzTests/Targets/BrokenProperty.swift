/// A property that does not hold for an input.
struct BrokenProperty: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless a property holds; `property` says in words what should have been true.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws(BrokenProperty) {
    guard holds else { throw BrokenProperty(description: property()) }
}

/// The value, or an error that says what should have been there.
func require<Value>(_ value: Value?, _ property: @autoclosure () -> String) throws(BrokenProperty) -> Value {
    guard let value else { throw BrokenProperty(description: property()) }
    return value
}
