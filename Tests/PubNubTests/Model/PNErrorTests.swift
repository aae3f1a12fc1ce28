import Foundation
import PubNubMachines
import Testing

@testable import PubNub
@testable import PubNubCore

@Suite("README, Error handling: codes, descriptions and the object of an error")
struct PNErrorTests {
    static let codes = [-1] + Array(100...148) + [kPNEntityTagMismatchError]

    @Test("Every documented code, and those of the outbox, has three strings of its own", arguments: codes)
    func texts(code: Int) {
        let error = PNError(code: code)
        #expect(error.code == code)
        #expect(ErrorText.table[code] != nil)
        let texts = [
            error.localizedDescription, error.localizedFailureReason ?? "", error.localizedRecoverySuggestion ?? "",
        ]
        for text in texts {
            #expect(text.count > 15)
            #expect(text.hasSuffix("."))
        }
        #expect(Set(texts).count == 3)
    }

    @Test("Only codes have strings")
    func noOtherTexts() {
        #expect(Set(ErrorText.table.keys) == Set(Self.codes))
        #expect(PNError(code: 7).localizedDescription == PNError(code: kPNUnknownError).localizedDescription)
    }

    @Test("Errors of names, JSON and presence have the service domain, the others the client's")
    func domains() {
        let service = Self.codes.filter { PNError(code: $0).domain == "com.pubnub.remote-service" }
        #expect(service == [111, 112, 115, 116, 117])
        #expect(PNError(code: 100).domain == "com.pubnub.pubnub")
    }

    @Test(
        "Maps a status without a message",
        arguments: [(403, 122), (402, 123), (400, 121), (500, 121)]
    )
    func status(status: Int, code: Int) {
        #expect(PNError(httpStatusCode: status).code == code)
    }

    @Test("Maps the messages of the service", arguments: ServerMessages.rows)
    func message(row: ServerMessages.Row) {
        let error = PNError(responseErrorMessage: row.text)
        #expect(error.code == row.code)
        #expect((error.localizedDescription == row.text) == ([-1, 141].contains(row.code) && !row.text.isEmpty))
        #expect(PNError(responseErrorMessage: row.text.uppercased()).code == row.code)
        #expect(PNError(responseErrorMessage: row.text.lowercased()).code == row.code)
    }

    @Test("An empty message is an unknown error with strings of its own")
    func noMessage() {
        let error = PNError(responseErrorMessage: nil)
        #expect(error.code == -1)
        #expect(error.localizedDescription == PNError(code: -1).localizedDescription)
    }

    @Test("A message is the description of the error, whatever its code", arguments: [-1, 110, 123, 141])
    func ownMessage(code: Int) {
        let error = PNError(message: "History took too long.", code: code)
        #expect(error.localizedDescription == "History took too long.")
        #expect(error.localizedFailureReason == PNError(code: code).localizedFailureReason)
        #expect(error.localizedRecoverySuggestion == PNError(code: code).localizedRecoverySuggestion)
        for message in [nil, ""] {
            #expect(PNError(message: message, code: code).description == PNError(code: code).description)
        }
    }

    @Test("A reason of the package is the description of unknown and rate-limit errors, and the reason of others")
    func ownReason() {
        #expect(PNError(reason: "Slow down", code: 141).localizedDescription == "Slow down")
        #expect(PNError(reason: "Odd", code: -1).localizedDescription == "Odd")
        let timeout = PNError(reason: "History took too long.", code: 110)
        #expect(timeout.localizedDescription == PNError(code: 110).localizedDescription)
        #expect(timeout.localizedFailureReason == "History took too long.")
    }

    @Test("Copies contain the object and the cause")
    func association() {
        let plain = PNError(code: 113)
        let channel = PNChannel.channel(withName: "a")
        let error = PNError(Failure(.refused, code: 113)).associated(with: channel)
        #expect(plain.associatedObject == nil)
        #expect(error.associatedObject as? PNChannel == channel)
        #expect(error.underlyingError is Failure)
        #expect(error.associated(with: nil).underlyingError is Failure)
        #expect(error.code == 113)
        #expect(error.localizedDescription == plain.localizedDescription)
    }

    @Test("PNError is an NSError: thrown, caught and compared like one")
    func errorBridging() {
        func fail() throws { throw PNError(code: 110) }
        #expect { try fail() } throws: { thrown in
            (thrown as? PNError)?.code == 110 && thrown.localizedDescription == PNError(code: 110).localizedDescription
        }
        #expect(PNError(code: 110) == PNError(code: 110))
        #expect(PNError(code: 110) != PNError(code: 111))
        #expect("\(PNError(code: 110))".contains("110"))
    }

    @Test("Errors are equal if domain and code are, whatever their cause, text and object")
    func equality() {
        let plain = PNError(code: 110)
        let others = [
            PNError(Failure(.timedOut, code: 110)), PNError(Failure(.timedOut, code: 110, text: "Slow")),
            PNError(Failure(.timedOut, code: 110)).associated(with: "me"), PNError(message: "Slow", code: 110),
        ]
        for other in others {
            #expect(other == plain && plain == other)
            #expect(other.hash == plain.hash)
            #expect([other].contains(plain) && Set([other, plain]).count == 1)
        }
        #expect(PNError(Failure(.timedOut, code: 110)) != PNError(Failure(.timedOut, code: 107)))
        #expect(!plain.isEqual(nil) && !plain.isEqual("110"))
    }
}
