import SeedRuns
import Testing

@Suite("A run of many seeds")
struct SeedRunTests {
    /// Fails in every seventh seed from 21 on.
    private struct Lane: SeedLane {
        func run(seed: UInt64) -> String? {
            seed >= 21 && seed % 7 == 0 ? "seed \(seed) fails" : nil
        }
    }

    @Test("Reports the lowest seed that fails, whichever task finds it", arguments: UInt64(1)...8)
    func lowest(first: UInt64) async throws {
        let arguments = try #require(SeedArguments(["--seeds", "500", "--first", "\(first)"]))
        let failure = try #require(try await SeedRun<Lane>(arguments).lowestFailure())
        #expect(failure.seed == 21)
        #expect(failure.finding == "seed 21 fails")
    }

    @Test("Reports nothing if every seed passes")
    func sound() async throws {
        let arguments = try #require(SeedArguments(["--seeds", "20"]))
        let failure = try await SeedRun<Lane>(arguments).lowestFailure()
        #expect(failure == nil)
    }

    @Test("Runs only the seed of --seed")
    func single() async throws {
        let arguments = try #require(SeedArguments(["--seed", "28"]))
        #expect(arguments.single == 28)
        #expect(arguments.words == "seed 28")
        let failure = try await SeedRun<Lane>(arguments).lowestFailure()
        #expect(failure?.seed == 28)
    }

    @Test("Runs 20,000 seeds by default, and one at least")
    func counts() throws {
        #expect(try #require(SeedArguments([String]())).words == "20000 seeds")
        #expect(try #require(SeedArguments(["--seeds", "0"])).count == 1)
    }

    @Test("Rejects other arguments", arguments: [["--seeds"], ["--first", "x"], ["7"], ["--seed", "-1"]])
    func wrong(_ arguments: [String]) {
        #expect(SeedArguments(arguments) == nil, "\(arguments)")
    }
}
