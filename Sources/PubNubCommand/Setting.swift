import Foundation

/// Where a setting comes from: a flag beats the environment, which beats the file.
enum Setting {
    /// The setting, empty when nothing was given.
    static func value(_ flag: String?, _ variable: String, _ inFile: String?) -> String {
        flag ?? ProcessInfo.processInfo.environment[variable] ?? inFile ?? ""
    }
}
