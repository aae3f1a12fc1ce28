/// The version of this package, as the command and the server report it.
package enum PackageVersion {
    /// The version, for example `0.7.0`.
    package static let current = "0.7.0"
}
