/// Why a server could not be started, or a call of a running one failed.
public enum OriginError: Error, Sendable {
    /// The address could not be bound; the text says why.
    case cannotListen(String)
    /// The data file could not be opened, or was written by a later version; the text says why.
    case cannotOpen(String)
    /// The server cannot take part in its cluster; the text says why.
    case cannotJoin(String)
    /// The access manager is on, and the publish key or the secret key that it needs to check signatures is missing.
    case missingKeys
    /// The configuration has a value that cannot be used; the text says which and why.
    case invalidConfiguration(String)
    /// A certificate for TLS could not be made or used; the text says why.
    case cannotMakeCertificate(String)
    /// `start()` was called on a server that has been started before.
    case alreadyStarted
    /// The server does not run.
    case notRunning
    /// A change was refused or could not be stored; the text is the response of the service.
    case refused(String)
}
