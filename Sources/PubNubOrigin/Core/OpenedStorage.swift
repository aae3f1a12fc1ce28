/// The log of a server, its archive, and the state that follows from both at the start.
package struct OpenedStorage: Sendable {
    let log: any OriginLog
    let archive: any MessageArchive
    let state: OriginState
    /// The files; nil if this server serves none.
    let files: (any FileStorage)?

    package init(log: any OriginLog, archive: any MessageArchive, state: OriginState) {
        self.init(log: log, archive: archive, state: state, files: nil)
    }

    init(log: any OriginLog, archive: any MessageArchive, state: OriginState, files: (any FileStorage)?) {
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
