import TestRandom
import Testing

@testable import PubNubOrigin

@Suite("Values by requests: the same as in a dictionary")
struct RequestTableTests {
    private func id(_ number: UInt64) -> OriginRequestID { OriginRequestID(rawValue: number) }

    @Test("Nothing is found in an empty table")
    func empty() {
        var table = RequestTable<String>()
        #expect(table.isEmpty)
        #expect(table[id(1)] == nil)
        #expect(table.removeValue(of: id(1)) == nil)
        #expect(table.requests == [])
    }

    @Test("A value is found, replaced and removed, also those of the lowest and the highest number")
    func one() {
        var table = RequestTable<String>()
        for number in [0, 1, UInt64.max - 1] {
            table[id(number)] = "first"
            table[id(number)] = "second"
            #expect(table.count == 1)
            #expect(table[id(number)] == "second")
            #expect(table.removeValue(of: id(number)) == "second")
            #expect(table[id(number)] == nil)
            table[id(number)] = "third"
            table[id(number)] = nil
            #expect(table.isEmpty)
        }
    }

    @Test("Requests are listed in the order of their arrival")
    func order() {
        var table = RequestTable<Int>()
        let numbers: [UInt64] = [40, 3, 1000, 17, 16, 32]
        for number in numbers { table[id(number)] = Int(number) }
        #expect(table.requests.map(\.rawValue) == numbers.sorted())
    }

    @Test("Agrees with a dictionary: numbers in a row, with gaps, and many that want the same place", arguments: 1...30)
    func agreesWithADictionary(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let stride: UInt64 = [1, 3, 64, 4096].randomElement(using: &random) ?? 1
        var table = RequestTable<UInt64>()
        var model: [UInt64: UInt64] = [:]
        var last: UInt64 = UInt64.random(in: 0..<100, using: &random)
        var isGrowing = true
        for step in 0..<6000 {
            if step % 1500 == 0 { isGrowing.toggle() }
            if Int.random(in: 0..<10, using: &random) < (isGrowing ? 7 : 3) {
                last += stride
                table[id(last)] = last * 2
                model[last] = last * 2
            } else {
                let number = last - min(last, stride * UInt64.random(in: 0..<600, using: &random))
                #expect(table.removeValue(of: id(number)) == model.removeValue(forKey: number))
            }
            let probe = last - min(last, stride * UInt64.random(in: 0..<600, using: &random))
            #expect(table[id(probe)] == model[probe])
            #expect(table.count == model.count)
        }
        #expect(table.requests.map(\.rawValue) == model.keys.sorted())
        for (number, value) in model { #expect(table[id(number)] == value) }
    }
}
