/// A property that does not hold for an input.
struct BrokenProperty: Error, CustomStringConvertible {
    let description: String
}

/// Throws unless a property holds; `property` describes it.
func require(_ holds: Bool, _ property: @autoclosure () -> String) throws(BrokenProperty) {
    guard holds else { throw BrokenProperty(description: property()) }
}

/// Returns the value, or throws an error that describes the expected one.
func require<Value>(_ value: Value?, _ property: @autoclosure () -> String) throws(BrokenProperty) -> Value {
    guard let value else { throw BrokenProperty(description: property()) }
    return value
}
