import Foundation

/// Blocks the thread until a condition holds. Returns false if it does not hold after two minutes, which only a broken
/// program or machine reaches. For threads of their own; tests that are asynchronous await ``eventually(_:)``.
@available(*, noasync, message: "It would block a thread that all tests share. Await eventually(_:) instead.")
func waitUntil(_ condition: () -> Bool) -> Bool {
    let limit = ContinuousClock.now + .seconds(120)
    while !condition() {
        guard ContinuousClock.now < limit else { return false }
        sched_yield()
    }
    return true
}
