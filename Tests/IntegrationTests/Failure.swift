import Foundation
import PubNub
import Testing

/// Expects that a call fails with an error code.
func expectFailure<Value>(
    _ code: Int,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ call: () async throws -> Value
) async {
    do {
        _ = try await call()
        Issue.record("It did not fail.", sourceLocation: sourceLocation)
    } catch let error as PNError {
        #expect(error.code == code, sourceLocation: sourceLocation)
    } catch {
        Issue.record(error, sourceLocation: sourceLocation)
    }
}
