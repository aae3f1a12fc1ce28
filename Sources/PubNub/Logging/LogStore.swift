import Dispatch
import Foundation
import PubNubLocks

/// The files of the logger. Writing happens on a queue of its own, in order.
final class LogStore: Sendable {
    private struct State {
        var folder: String
        var maximumSize: UInt = 10 * 1024 * 1024
        var dump: DumpFile?
        var packets: DumpFile?
    }

    static let dumpName = "pubnub-console-dump.txt"
    static let packetsName = "pubnub-http-packets-dump.txt"

    private let queue = DispatchQueue(label: "com.pubnub.log")
    private let state: Locked<State>

    init(folder: String = LogStore.defaultFolder) {
        state = Locked(State(folder: folder))
    }

    /// `$XDG_STATE_HOME/pubnub`, or `~/.local/state/pubnub`.
    static var defaultFolder: String {
        let home = ProcessInfo.processInfo.environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        return (home ?? NSHomeDirectory() + "/.local/state") + "/pubnub"
    }

    var dumpPath: String {
        state.withLock { $0.folder } + "/" + Self.dumpName
    }

    var packetsPath: String {
        state.withLock { $0.folder } + "/" + Self.packetsName
    }

    /// Begins anew in another folder.
    func setFolder(_ folder: String) {
        state.withLock { state in
            state.folder = folder
            state.dump = nil
            state.packets = nil
        }
    }

    /// Takes effect when a file is opened the next time.
    func setMaximumSize(_ size: UInt) {
        state.withLock { $0.maximumSize = size }
    }

    /// Closes the files, so that they are checked and opened again with the next record.
    func close() {
        queue.async { [self] in
            state.withLock { state in
                state.dump = nil
                state.packets = nil
            }
        }
    }

    func append(_ line: String) {
        queue.async { [self] in
            state.withLock { state in
                let file =
                    state.dump ?? DumpFile(path: state.folder + "/" + Self.dumpName, maximumSize: state.maximumSize)
                state.dump = file
                file.append(line)
            }
        }
    }

    func append(packet: String) {
        queue.async { [self] in
            state.withLock { state in
                let path = state.folder + "/" + Self.packetsName
                let file = state.packets ?? DumpFile(path: path, maximumSize: state.maximumSize)
                state.packets = file
                file.append(packet)
            }
        }
    }

    /// Waits until everything is written.
    func flush() {
        queue.sync {}
    }
}
