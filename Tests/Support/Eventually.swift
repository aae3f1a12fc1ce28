/// Yields to other tasks until a condition that another process or thread establishes holds. Returns false if it does not hold after two
/// minutes, which only a broken program or machine reaches.
package func eventually(_ condition: () -> Bool) async -> Bool {
    let limit = ContinuousClock.now + .seconds(120)
    while !condition() {
        guard ContinuousClock.now < limit else { return false }
        await Task.yield()
    }
    return true
}
