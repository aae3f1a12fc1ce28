import PubNubTestSupport
import Testing

/// Yields to other tasks until a condition holds. Fails the test if it does not hold after two minutes, so that no test runs for ever.
func until(_ condition: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async throws {
    try #require(
        await eventually(condition),
        "The condition does not hold after two minutes.",
        sourceLocation: sourceLocation
    )
}
