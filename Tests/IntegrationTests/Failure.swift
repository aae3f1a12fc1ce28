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

/// The error of a call.
func failure<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    of call: () async throws -> Value
) async throws -> PNError {
    do {
        _ = try await call()
    } catch let error as PNError {
        return error
    }
    return try #require(nil as PNError?, "It did not fail.", sourceLocation: sourceLocation)
}

extension PNError {
    /// The names of the channels and groups of the error; nil if it concerns other objects.
    var names: [String]? { (associatedObject as? [any PNChannelProtocol])?.map(\.name) }
}
