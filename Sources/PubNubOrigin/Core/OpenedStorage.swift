/// The log of a server, its archive, and the state that follows from both at the start.
package struct OpenedStorage: Sendable {
    let log: any OriginLog
    let archive: any MessageArchive
    let state: OriginState
    /// The files; nil if this server serves none.
    let files: (any FileStorage)?

    /// - Parameters:
    ///   - log: The log.
    ///   - archive: The archive.
    ///   - state: The state that follows from both.
    ///   - files: The files; nil, the default, for a server that serves none.
    package init(
        log: any OriginLog,
        archive: any MessageArchive,
        state: OriginState,
        files: (any FileStorage)? = nil
    ) {
        self.log = log
        self.archive = archive
        self.state = state
        self.files = files
    }

    /// Storage that lasts as long as the process.
    package static func memory(_ configuration: OriginConfiguration) -> OpenedStorage {
        OpenedStorage(
            log: MemoryLog(clock: configuration.clock),
            archive: MemoryArchive(limits: configuration.limits),
            state: OriginState(configuration: configuration),
            files: MemoryFiles(limits: configuration.limits)
        )
    }
}
