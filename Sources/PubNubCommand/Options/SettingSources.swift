import Foundation

/// The sources of a setting, in the order of their precedence: a flag, `--local`, the environment, the `--config` file, and
/// the context.
struct SettingSources: Sendable {
    /// Whether `--local` was given.
    var isLocal = false
    /// The content of the `--config` file.
    var file: SavedSettings?
    /// The context that `--context` names, or the selected one.
    var context: SavedSettings?

    /// The value of a setting.
    ///
    /// - Parameters:
    ///   - flag: The value of the flag.
    ///   - variable: The name of the environment variable.
    ///   - member: The member of the file and the context.
    ///   - local: The value for `--local`; `nil` if it does not set this one.
    /// - Returns: The value; empty if no source has one.
    func value(
        _ flag: String?,
        _ variable: String,
        _ member: KeyPath<SavedSettings, String?>,
        local: String? = nil
    ) -> String {
        flag ?? (isLocal ? local : nil) ?? ProcessInfo.processInfo.environment[variable] ?? file?[keyPath: member]
            ?? context?[keyPath: member] ?? ""
    }
}
