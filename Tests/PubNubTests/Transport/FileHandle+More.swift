import Foundation
import Glibc

extension FileHandle {
    /// Waits for bytes and returns the available ones; an empty value at the end.
    ///
    /// `availableData` ends the program if a signal arrives during the call, and other tests send signals.
    func more() -> Data {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(fileDescriptor, &buffer, buffer.count)
            if count >= 0 { return Data(buffer[..<count]) }
            guard errno == EINTR else { return Data() }
        }
    }
}
