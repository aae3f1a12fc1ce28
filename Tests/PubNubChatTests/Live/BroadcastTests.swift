import Testing

@testable import PubNubChat

@Suite("Broadcast: one sender, several listeners")
struct BroadcastTests {
    @Test("Listeners that end during a send do not block it")
    func endings() async {
        let broadcast = Broadcast<Int>(limit: 8)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<2000 {
                let listener = Task { for await _ in broadcast.stream() {} }
                group.addTask { broadcast.send(number) }
                group.addTask { listener.cancel() }
            }
        }
        broadcast.finish()
    }

    @Test("A new listener receives the latest element, and all receive the same elements in the same order")
    func order() async {
        let broadcast = Broadcast<Int>(limit: 100, first: 0)
        let first = broadcast.stream()
        broadcast.send(1)
        let second = broadcast.stream()
        for number in 2...50 { broadcast.send(number) }
        broadcast.finish()
        var (heard, late): ([Int], [Int]) = ([], [])
        for await number in first { heard.append(number) }
        for await number in second { late.append(number) }
        #expect(heard == Array(0...50) && late == Array(1...50))
    }
}
