import Foundation

/// Gives way to other threads until a condition holds. False when it does not hold after two minutes, which only a
/// broken program or machine reaches.
func waitUntil(_ condition: () -> Bool) -> Bool {
    let limit = ContinuousClock.now + .seconds(120)
    while !condition() {
        guard ContinuousClock.now < limit else { return false }
        sched_yield()
    }
    return true
}
