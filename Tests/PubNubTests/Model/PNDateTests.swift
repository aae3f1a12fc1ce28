import Foundation
import PubNubWire
import Testing

@testable import PubNub

/// Documentation/WireProtocol.md, "Requests".
@Suite("Timetokens and dates")
struct PNDateTests {
    @Test("A date keeps its fraction of a second, to the nearest 100 ns")
    func fromDate() {
        let date = PNDate(date: Date(timeIntervalSince1970: 1_435_647_222.5))
        #expect(date.timeToken == NSNumber(value: UInt64(14_356_472_225_000_000)))
        #expect(PNTimeTokenFromDate(Date(timeIntervalSince1970: 1_435_647_222.75)) == 14_356_472_227_500_000)
        #expect(PNDate(date: Date(timeIntervalSince1970: 0.25)).timeToken == 2_500_000)
        #expect(PNDate(date: Date(timeIntervalSince1970: -5)).timeToken == 0)
        #expect(PNDate(date: .distantFuture).date > Date())
        #expect(PNTimeTokenFromDate(Date(timeIntervalSince1970: .nan)) == 0)
        #expect(PNTimeTokenFromDate(Date(timeIntervalSince1970: 1e300)).uint64Value > 0)
    }

    @Test("A number up to Int32.max is seconds, a larger one a timetoken")
    func fromToken() {
        let seconds = PNDate(token: 1_435_647_222)
        #expect(seconds.date == Date(timeIntervalSince1970: 1_435_647_222))
        #expect(PNDate(token: NSNumber(value: Int32.max)).date.timeIntervalSince1970 == Double(Int32.max))
        #expect(PNDate(token: NSNumber(value: Int64(Int32.max) + 1)).date.timeIntervalSince1970 < 215)
        let token = PNDate(token: NSNumber(value: UInt64(14_356_472_221_234_567)))
        #expect(token.timeToken.uint64Value == 14_356_472_221_234_567)
        #expect(abs(token.date.timeIntervalSince1970 - 1_435_647_222.1234567) < 0.001)
    }

    @Test("A timetoken that passes through a calendar date changes by at most one unit of 100 ns")
    func throughCalendarDate() {
        for token in stride(from: UInt64(17_324_567_890_000_000), to: 17_324_567_900_000_000, by: 1_234_567) {
            let again = PNDate(date: PNDate(token: NSNumber(value: token)).date).timeToken.uint64Value
            #expect(max(again, token) - min(again, token) <= 1, "\(token)")
        }
    }

    @Test("Equality, order and hash depend on the timetoken")
    func comparison() {
        let early = PNDate(token: 10)
        let late = PNDate(token: 20)
        #expect(early == PNDate(token: 10))
        #expect(early < late)
        #expect(Set([early, PNDate(token: 10), late]).count == 2)
    }

    @Test("The helper functions preserve all 17 digits")
    func helpers() {
        #expect(PNNumberFromUnsignedLongLongString("14818963573055360").uint64Value == 14_818_963_573_055_360)
        #expect(PNNumberFromUnsignedLongLongString("18446744073709551615").uint64Value == .max)
        #expect(PNNumberFromUnsignedLongLongString(NSNumber(value: 5)) == 5)
        #expect(PNNumberFromUnsignedLongLongString("x") == 0)
        #expect(PNStringFromUnsignedLongLongNumber(NSNumber(value: UInt64.max)) == "18446744073709551615")
        #expect(PNStringFromUnsignedLongLongNumber("17") == "17")
        #expect(PNStringFromUnsignedLongLongNumber([1]) == "0")
        #expect(PNUnixTimeStampFromTimeToken(NSNumber(value: UInt64(14_356_472_220_000_000))) == 1_435_647_222)
    }

    @Test("An obfuscated key does not show the key")
    func obfuscation() {
        #expect(PNObfuscateString("sec-c-0123456789abcdef") == "se****ef")
        #expect(PNObfuscateString("secret") == "****")
        #expect(PNObfuscateString("") == "")
    }
}
