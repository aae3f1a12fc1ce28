import Dispatch
import PubNubSupport
import Testing

@Suite("A handover brings one result from a callback to the task that waits for it")
struct HandoverTests {
    struct Refusal: Error, Equatable {
        let number: Int
    }

    final class Box: Sendable {
        let number: Int

        init(_ number: Int) { self.number = number }
    }

    @Test("A result that is there before the task suspends")
    func immediately() async throws {
        let value = await withHandover(throwing: Never.self) { $0.resume(returning: 3) }
        #expect(value == 3)
        await #expect(throws: Refusal(number: 4)) {
            try await withHandover(of: Int.self, throwing: Refusal.self) { $0.resume(throwing: Refusal(number: 4)) }
        }
    }

    @Test("Objects made on another thread at the moment when the task suspends; ThreadSanitizer sees the way of each")
    func fromAnotherThread() async throws {
        let queue = DispatchQueue(label: "results", attributes: .concurrent)
        for number in 0..<2000 {
            let box = await withHandover(throwing: Never.self) { task in
                queue.async { task.resume(returning: Box(number)) }
            }
            #expect(box.number == number)
        }
    }
}
