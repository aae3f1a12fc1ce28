import Foundation
import Testing

@testable import PubNubOrigin

@Suite("Files in memory")
struct MemoryFilesTests {
    @Test("Pages are those of a sorted list after any changes")
    func pages() throws {
        let files = MemoryFiles(limits: OriginLimits())
        let channel = Topic(keyset: "demo", name: "a")
        var expected: Set<String> = []
        for number in 0..<1500 {
            let id = UUID().uuidString.lowercased()
            let record = FileRecord(id: id, name: "f", contentType: "a/b", size: 1, tag: "", created: 1)
            try files.add(record, [1], to: channel, quota: nil)
            expected.insert(id)
            if number.isMultiple(of: 3), let gone = expected.randomElement() {
                files.remove(FileKey(channel: channel, id: gone))
                expected.remove(gone)
            }
        }
        var found: [String] = []
        var page = files.page(of: channel, after: nil, limit: 100)
        found += page.files.map(\.id)
        while page.isMore {
            #expect(page.files.count == 100)
            page = files.page(of: channel, after: found.last, limit: 100)
            found += page.files.map(\.id)
        }
        #expect(found == expected.sorted())
        #expect(files.usage.files == expected.count && files.usage.bytes == expected.count)
        #expect(files.page(of: channel, after: "~", limit: 100).files.isEmpty)
    }

    @Test("A quota bounds the bytes of a keyset")
    func quota() throws {
        let files = MemoryFiles(limits: OriginLimits())
        func add(_ id: String, _ size: Int, _ keyset: String) throws {
            let record = FileRecord(id: id, name: "f", contentType: "a/b", size: size, tag: "", created: 1)
            let content = [UInt8](repeating: 1, count: size)
            try files.add(record, content[...], to: Topic(keyset: keyset, name: "a"), quota: 10)
        }
        try add("1", 8, "one")
        #expect(throws: FileStorageFault.overQuota) { try add("2", 3, "one") }
        #expect(throws: FileStorageFault.exists) { try add("1", 0, "one") }
        try add("2", 10, "two")
        try add("3", 2, "one")
        #expect(files.usage.bytes(keyset: "one") == 10 && files.usage.bytes == 20)
    }
}
