import Foundation
import PubNubCodec
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore
@testable import PubNubWire

@Suite("The error that reports a failure")
struct FailureErrorTests {
    /// Whether two errors have the same domain, code and strings.
    private func isSame(_ first: PNError, _ second: PNError) -> Bool {
        first.domain == second.domain && first.code == second.code && first.description == second.description
            && first.localizedDescription == second.localizedDescription
            && first.localizedFailureReason == second.localizedFailureReason
            && first.localizedRecoverySuggestion == second.localizedRecoverySuggestion
    }

    @Test("A failure with a code alone is the error of that code", arguments: PNErrorTests.codes)
    func code(code: Int) {
        let error = PNError(Failure(unsent: code))
        #expect(isSame(error, PNError(code: code)))
        #expect(error.underlyingError == nil && error.associatedObject == nil)
        #expect(Failure(unsent: code).line == error.description)
    }

    @Test(
        "The text is the description of unknown and rate-limit errors, and the reason of others",
        arguments: PNErrorTests.codes
    )
    func text(code: Int) {
        let error = PNError(Failure(unsent: code, "Odd."))
        #expect(isSame(error, PNError(reason: "Odd.", code: code)))
        #expect(Failure(unsent: code, "Odd.").line == error.description)
        #expect(isSame(PNError(Failure(unsent: code, "")), PNError(code: code)))
    }

    @Test("Invalid input is the cause of its error, and the text of a status")
    func input() {
        let error = PNError(Failure(input: "'type' is missing.", code: kPNTooLongMessageError))
        #expect(isSame(error, PNError(reason: "'type' is missing.", code: kPNTooLongMessageError)))
        #expect(error.underlyingError as? InputFault == InputFault(information: "'type' is missing."))
        #expect(PNStatusContent(error: error) {}.information == "'type' is missing.")
        #expect(PNStatusContent(error: error) {}.category == .badRequestCategory)
        #expect(PNError(Failure(input: "No.")).code == kPNUnknownError)
    }

    @Test("Text that is not JSON has the error of its parser as the cause")
    func json() throws {
        let cause = try #require(throws: JSONError.self) { try JSON(parsing: Array("{".utf8)) }
        let error = PNError(Failure(unsent: kPNInvalidJSONError, cause: .json(cause)))
        #expect(isSame(error, PNError(code: kPNInvalidJSONError)))
        #expect(error.underlyingError as? JSONError == cause)
    }

    @Test(
        "Each failure of a cipher has its code",
        arguments: [
            (CryptorError.emptyKey, kPNCryptoEmptyCipherKeyError),
            (.illegalInitialization, kPNCryptoIllegalInitializationParametersError),
            (.bufferTooSmall, kPNCryptoInsufficentBufferSizeError), (.outOfMemory, kPNCryptoInsufficentMemoryError),
            (.alignment, kPNCryptoAligmentInputDataError), (.processing, kPNCryptoInputDataProcessingError),
            (.unknownCryptor, kPNCryptoUnavailableFeatureError),
        ]
    )
    func cipher(reason: CryptorError, code: Int) {
        #expect(isSame(PNError(Failure(reason)), PNError(code: code)))
    }

    @Test("A value that a cipher does not support has a reason and a suggestion of its own")
    func unsupportedValue() {
        let error = PNError(Failure(CryptorError.unsupportedValue))
        #expect(error.code == kPNCryptoInputDataProcessingError && error.underlyingError == nil)
        #expect(
            error.localizedFailureReason == "The encryption format cannot encrypt numbers, booleans and null."
        )
        #expect(
            error.localizedRecoverySuggestion == "Send strings, or choose another encryption format."
        )
    }

    @Test("Targets of a call are the associated object, and names of the service are not")
    func targets() {
        var failure = Failure(.forbidden, code: kPNAPIAccessForbiddenError, channels: ["x"], groups: ["y"])
        #expect(PNError(failure).associatedObject == nil)
        failure.targets = [
            SubscriptionTarget(name: "a", isGroup: false), SubscriptionTarget(name: "n:g", isGroup: true),
        ]
        let objects = PNError(failure).associatedObject as? [any PNChannelProtocol]
        #expect(objects?.map(\.name) == ["a", "n:g"])
        #expect(objects?.map(\.isChannelGroup) == [false, true])
        #expect(failure.associated(with: "app").associatedObject as? String == "app")
    }

    @Test("A failed request is the cause of its error, which a failure without a request never is")
    func request() {
        var failure = Failure(.interrupted, code: kPNClientConnectionClosedOnServerRequestError)
        failure.isOutcomeUnknown = true
        let error = PNError(failure)
        #expect(error.underlyingError as? Failure == failure)
        #expect(error.isOutcomeUnknown && error.isTemporary && error.failure == failure)
        #expect(Failure(unsent: kPNOutboxFullError).endingCall == Failure(.local, code: kPNOutboxFullError))
        #expect(PNError(Failure(unsent: kPNOutboxFullError)).isRefusedForGood)
        #expect(PNError(Failure(unsent: kPNOutboxFullError)).isTemporary == false)
    }

    @Test("A response has the message of the service, and the response in a status")
    func response() {
        let response = ServiceResponse(status: 400, information: "Invalid ttl")
        let failure = Failure(
            ServiceFailure(code: kPNUnknownError, text: "Invalid ttl"),
            status: 400,
            response: response
        )
        #expect(failure.kind == .refused && failure.response == response)
        let error = PNError(failure)
        #expect(isSame(error, PNError(message: "Invalid ttl", code: kPNUnknownError)))
        #expect(PNStatusContent(error: error) {}.information == "Invalid ttl")
    }
}
