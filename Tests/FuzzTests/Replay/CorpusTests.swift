import Foundation
import Testing

@Suite("Inputs that fuzzing found, and its first inputs, satisfy every property of their target")
struct CorpusTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    @Test("Replays the whole corpus and every past failure", arguments: FuzzTarget.all.map(\.name))
    func replay(_ name: String) throws {
        let target = try #require(FuzzTarget.named(name))
        let files = ["Corpus", "Crashes"].flatMap { Self.files(in: Self.folder.appending(path: "\($0)/\(name)")) }
        #expect(!files.isEmpty, "there is something to start from")
        try target.check([])
        for file in files {
            let bytes = Array(try Data(contentsOf: file))
            do {
                try target.check(bytes)
            } catch {
                Issue.record("\(file.lastPathComponent): \(error); bytes \(bytes)")
            }
        }
    }

    @Test("Targets have unique names, and every folder belongs to a target")
    func names() {
        let names = FuzzTarget.all.map(\.name)
        #expect(Set(names).count == names.count)
        for kind in ["Corpus", "Crashes"] {
            for folder in Self.files(in: Self.folder.appending(path: kind)) {
                #expect(names.contains(folder.lastPathComponent), "\(kind)/\(folder.lastPathComponent)")
            }
        }
    }

    @Test("Reports a broken property with its input")
    func broken() {
        #expect(throws: BrokenProperty.self) { try require(false, "one is two") }
    }

    private static func files(in folder: URL) -> [URL] {
        let found = try? FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil,
            options: .skipsHiddenFiles
        )
        return (found ?? []).sorted { $0.lastPathComponent < $1.lastPathComponent }
    }
}
