import ArgumentParser
import Foundation
import PubNubSupport

/// The contexts of this user: named settings, in a file that only the user can read.
struct ContextStore: Codable, Sendable {
    /// The name of the context that commands use by default.
    var selected: String?
    /// The settings by name.
    var contexts: [String: SavedSettings] = [:]

    /// The file: `$XDG_CONFIG_HOME/pubnub/contexts.json`, where the variable defaults to `~/.config`.
    static var path: String {
        let environment = ProcessInfo.processInfo.environment
        func absolute(_ name: String) -> String? { environment[name].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        // NSHomeDirectory ignores HOME.
        let folder = absolute("XDG_CONFIG_HOME") ?? (absolute("HOME") ?? NSHomeDirectory()) + "/.config"
        return folder + "/pubnub/contexts.json"
    }

    /// The contexts that commands of a client use, once they were read.
    private static let known = Locked<ContextStore?>(nil)

    /// Reads the contexts.
    ///
    /// - Returns: The contexts; empty if the file does not exist.
    /// - Throws: A `ValidationError` if the file does not contain contexts.
    static func load() throws -> ContextStore {
        guard FileManager.default.fileExists(atPath: path) else { return ContextStore() }
        let data = try BoundedFile.contents(of: path, flag: "contexts", limit: SavedSettings.maxFileBytes)
        guard let store = try? JSONDecoder().decode(ContextStore.self, from: data) else {
            throw ValidationError("contexts: \(path) is not a file of contexts. Correct or remove it.")
        }
        return store
    }

    /// The settings of the context that a command uses. The first call reads the file; later calls use the same contexts, so
    /// that all clients of a command have the same settings.
    ///
    /// - Parameter name: The context; `nil` for that of `PUBNUB_CONTEXT`, otherwise for the selected one.
    /// - Returns: The settings; `nil` if no context is named or selected.
    /// - Throws: A `ValidationError` if no context has that name.
    static func settings(named name: String?) throws -> SavedSettings? {
        let store = try known.withLock(\.self) ?? load()
        known.withLock { $0 = store }
        let named = name ?? ProcessInfo.processInfo.environment["PUBNUB_CONTEXT"].flatMap { $0.isEmpty ? nil : $0 }
        guard let wanted = named ?? store.selected else { return nil }
        guard let settings = store.contexts[wanted] else { throw Self.unknown(wanted, in: store) }
        return settings
    }

    /// Writes the contexts, with mode 0600.
    ///
    /// - Throws: A `ValidationError` if the file cannot be written.
    func save() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        do {
            try PrivateFile.createFolder(PrivateFile.folder(of: Self.path))
            try PrivateFile.replace(Self.path, with: [UInt8](try encoder.encode(self))[...])
        } catch {
            throw ValidationError("contexts: \(error)")
        }
    }

    /// Checks that a context has a name.
    ///
    /// - Throws: A `ValidationError` with the existing names if no context has it.
    func check(_ name: String) throws {
        if contexts[name] == nil { throw Self.unknown(name, in: self) }
    }

    /// The error for a name that no context has.
    private static func unknown(_ name: String, in store: ContextStore) -> ValidationError {
        let names = store.contexts.keys.sorted()
        let advice =
            names.isEmpty
            ? "Add one with 'pubnub context add'." : "Existing contexts: \(names.joined(separator: ", "))."
        return ValidationError("The context '\(name)' does not exist. \(advice)")
    }
}
