/// What an archive had kept when it was opened.
struct RestoredState: Sendable {
    /// The highest timetoken that may have been given out.
    var latest: UInt64 = 0
    /// The messages for the catch-up buffers, in order of time.
    var messages: [ChannelMessage] = []
    /// Changes that lead from nothing to what was known beside messages.
    var changes: [ArchiveChange] = []
}
