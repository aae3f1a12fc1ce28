/// Yields to other tasks until a condition that another process or thread establishes holds.
///
/// - Parameters:
///   - condition: The condition.
///   - step: Runs between two checks of the condition. Yields by default.
/// - Returns: Whether the condition holds; false after two minutes, which only a broken program or machine reaches.
package func eventually(
    _ condition: () -> Bool,
    otherwise step: () async -> Void = { await Task.yield() }
) async -> Bool {
    let limit = ContinuousClock.now + .seconds(120)
    while !condition() {
        guard ContinuousClock.now < limit else { return false }
        await step()
    }
    return true
}
