import Foundation
import GRDB
import Testing

@testable import PubNubChat

@Suite("Each application, keyset and user has its own store", .timeLimit(.minutes(5)))
struct StorePlaceTests {
    private let ann = ChatStoreOwner(subscribeKey: "sub-c-1", userId: "ann")

    private func fill(_ url: URL, user id: String = "ann") throws {
        let file = DatastoreConfiguration(
            storageDirectlyURL: url.deletingLastPathComponent(),
            storageUniqueFilename: url.lastPathComponent
        )
        let store = try ChatStore(configuration: file)
        try store.write { _ = try PubNubManagedUser.insertOrUpdate(user: user(id), into: $0) }
        try store.close()
    }

    private func mode(_ path: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    @Test(
        "By default a store is in $XDG_DATA_HOME/application/keyset/user, and in ~/.local/share without that variable"
    )
    func place() {
        let configuration = DatastoreConfiguration(application: "My App")
        let here = configuration.fileURL(of: ann, ["XDG_DATA_HOME": "/data"])
        #expect(here.path == "/data/My%20App/sub-c-1/ann/default")
        let home = NSHomeDirectory() + "/.local/share"
        for environment in [[:], ["XDG_DATA_HOME": ""], ["XDG_DATA_HOME": "relative"]] {
            #expect(configuration.fileURL(of: ann, environment).path == home + "/My%20App/sub-c-1/ann/default")
        }
        let mine = configuration.fileURL(of: ann, ["HOME": "/home/ann"]).path
        #expect(mine == "/home/ann/.local/share/My%20App/sub-c-1/ann/default")
        #expect(configuration.fileURL(of: nil, [:]).path == home + "/My%20App/default")
        let own = DatastoreConfiguration(storageDirectlyURL: URL(fileURLWithPath: "/own"), storageUniqueFilename: "x")
        #expect(own.fileURL(of: ann, [:]).path == "/own/x")
    }

    @Test("Every string has a safe directory name, and different strings have different names")
    func names() {
        let long = String(repeating: "👍", count: 92)
        let texts = [
            "", ".", "..", "a/b", "a%2Fb", "%", "%25", "a b", "a\u{0}b", "..a", "a..", "Ann", "ann", "e\u{301}",
            "\u{E9}", long, long + "a",
            String(repeating: "a", count: 196), String(repeating: "a", count: 197), String(repeating: "a", count: 1000),
            "~", "-", "name@host",
        ]
        var seen: Set<[String]> = []
        for text in texts {
            let parts = PathName.parts(of: text)
            #expect(seen.insert(parts).inserted, "\(text)")
            for part in parts {
                #expect(!part.isEmpty && part.utf8.count <= 255 && !part.hasPrefix(".") && !part.contains("/"))
            }
            #expect(parts.dropLast().allSatisfy { $0.hasSuffix("%") })
        }
        #expect(PathName.parts(of: "name@host") == ["name@host"] && PathName.parts(of: "..") == ["%2E."])
    }

    @Test("A store refuses another keyset and another user, and accepts any owner after it was emptied")
    func owner() async throws {
        try await withDirectory { directory in
            var file = DatastoreConfiguration(storageDirectlyURL: directory)
            try fill(directory.appendingPathComponent("default"))
            // The first owner that opens a file of an earlier version adopts it.
            let first = try ChatStore(configuration: file, owner: ann)
            #expect(try first.user("ann") != nil)
            try first.close()
            let path = directory.appendingPathComponent("default").path
            func text(_ what: String) -> String {
                "\(path) holds the data of another \(what); use another file, or empty this one with cleanStorageOnLoad"
            }
            let bob = ChatStoreOwner(subscribeKey: "sub-c-1", userId: "bob")
            #expect(throws: ChatError.cannotOpenStore(text("user"))) { try ChatStore(configuration: file, owner: bob) }
            let other = ChatStoreOwner(subscribeKey: "sub-c-2", userId: "ann")
            #expect(throws: ChatError.cannotOpenStore(text("keyset"))) {
                try ChatStore(configuration: file, owner: other)
            }
            try ChatStore(configuration: file).close()
            try ChatStore(configuration: file, owner: ann).close()
            file.cleanStorageOnLoad = true
            let emptied = try ChatStore(configuration: file, owner: bob)
            #expect(try emptied.count("user") == 0)
            try emptied.close()
            file.cleanStorageOnLoad = false
            try ChatStore(configuration: file, owner: bob).close()
            #expect(throws: ChatError.cannotOpenStore(text("user"))) { try ChatStore(configuration: file, owner: ann) }
        }
    }

    @Test(
        "Moves a store of an earlier version from the documents folder when its user opens it, with all rows"
    )
    func moved() async throws {
        try await withDirectory { directory in
            let former = directory.appendingPathComponent("Documents/default")
            try fill(former)
            let target = StoreFile(directory.appendingPathComponent("new/default"))
            try target.prepareDirectory()
            #expect(
                try !target.take(StoreFile(former)) { try PubNubManagedUser.userBy(userId: "bob").fetchCount($0) > 0 }
            )
            #expect(
                try target.take(StoreFile(former)) { try PubNubManagedUser.userBy(userId: "ann").fetchCount($0) > 0 }
            )
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: former.deletingLastPathComponent().path) == [
                    "default-open"
                ]
            )
            #expect(try mode(target.path) == 0o600 && mode(directory.path + "/new") == 0o700)
            let moved = DatastoreConfiguration(storageDirectlyURL: directory.appendingPathComponent("new"))
            let store = try ChatStore(configuration: moved)
            #expect(try store.user("ann")?.name == "Name")
            try store.close()
        }
    }

    @Test("Does not move a store of an earlier version that another program has open; the error says what to do")
    func notMoved() async throws {
        try await withDirectory { directory in
            let former = directory.appendingPathComponent("Documents/default")
            try fill(former)
            let other = try StoreProcess(["open", former.deletingLastPathComponent().path])
            #expect(try await other.line() == "opened")
            let target = StoreFile(directory.appendingPathComponent("new/default"))
            try target.prepareDirectory()
            let text =
                "\(former.path), which is to be moved to \(target.path), is open in another program; close that program"
            #expect(throws: ChatError.cannotOpenStore(text)) { try target.take(StoreFile(former)) { _ in true } }
            #expect(FileManager.default.fileExists(atPath: former.path) && !target.exists)
            try await other.kill()
            #expect(try target.take(StoreFile(former)) { _ in true })
        }
    }

    @Test(
        "A provider without a directory uses that of its application, keyset and user; directories have mode 0700"
    )
    func provider() async throws {
        try await withDirectory { directory in
            let data = directory.appendingPathComponent("data").path
            // Foundation takes the documents folder from the user database of the system, or from this variable.
            let environment = ["CFFIXED_USER_HOME": directory.path, "XDG_DATA_HOME": data]
            let documents = directory.appendingPathComponent("Documents/default")
            try fill(documents)
            for user in ["bob", "ann"] {
                let other = try StoreProcess(["provide", user], environment: environment)
                #expect(try await other.line() == "opened")
                let folder = data + "/test-process/demo/" + user
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
                    #expect(try mode(folder + "/" + name) == 0o600, "\(name)")
                }
                for path in [data, data + "/test-process", data + "/test-process/demo", folder] {
                    #expect(try mode(path) == 0o700, "\(path)")
                }
                // The store of an earlier version contains only one of the users.
                #expect(FileManager.default.fileExists(atPath: documents.path) == (user == "bob"))
                try await other.kill()
                let file = DatastoreConfiguration(storageDirectlyURL: URL(fileURLWithPath: folder))
                let store = try ChatStore(configuration: file)
                #expect(try store.count("user") == (user == "ann" ? 1 : 0))
                #expect(
                    try await store.read { try Ledger(db: $0).owner() } == .init(subscribeKey: "demo", userId: user)
                )
                try store.close()
            }
        }
    }

    @Test("A damaged file loses the permissions of others when it is moved aside")
    func damaged() async throws {
        try await withDirectory { directory in
            let path = directory.appendingPathComponent("default")
            try Data(repeating: 7, count: 5000).write(to: path)
            try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: path.path)
            let store = try ChatStore(configuration: DatastoreConfiguration(storageDirectlyURL: directory))
            let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
            #expect(names.contains("default.damaged") && names.contains("default-open"))
            for name in names {
                #expect(try mode(directory.appendingPathComponent(name).path) == 0o600, "\(name)")
            }
            try store.close()
        }
    }
}
