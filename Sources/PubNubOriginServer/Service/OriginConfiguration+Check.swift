import Glibc
import NIOCore
import PubNubOrigin

extension OriginConfiguration {
    /// What keeps a server with this configuration from starting, as its files show. Starts nothing and changes nothing.
    package func fileFaults() -> [String] {
        var faults: [String] = []
        if let path = storage.path {
            // The files of a cluster are not in a folder.
            let filesFault = clusterIdentity == nil ? Self.filesFault(path) : nil
            if let fault = Self.dataFault(path) ?? filesFault { faults.append(fault) }
        }
        if let fault = Self.hostFault(host, name: "the host") { faults.append(fault) }
        if let admin {
            if let fault = Self.hostFault(admin.host, name: "the admin host") { faults.append(fault) }
            if admin.console != nil, let fault = Self.consoleFault { faults.append(fault) }
        }
        #if NATS
        for file in [nats?.credentialsFile, nats?.authorityFile].compactMap(\.self) where access(file, R_OK) != 0 {
            faults.append("\(file) cannot be read: \(String(cString: strerror(errno)))")
        }
        #endif
        return faults
    }

    /// The fault of a name or address to listen on that cannot be resolved.
    private static func hostFault(_ host: String, name: String) -> String? {
        guard (try? SocketAddress.makeAddressResolvingHost(host, port: 0)) == nil else { return nil }
        return "\(name) \(host) has no address on this machine"
    }

    /// The fault of the files of the console; nil if they are where the program looks for them.
    private static var consoleFault: String? {
        do throws(OriginError) {
            _ = try ConsoleFiles()
            return nil
        } catch {
            guard case .invalidConfiguration(let text) = error else { return "\(error)" }
            return text
        }
    }

    /// The fault of the folder in which the server makes a file.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - name: The file in words.
    /// - Returns: The fault; nil if the folder can be written.
    package static func folderFault(of path: String, name: String) -> String? {
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        guard access(folder, W_OK | X_OK) != 0 else { return nil }
        return "\(folder), the folder of \(name), cannot be written: \(String(cString: strerror(errno)))"
    }

    /// The fault of a data file; for one that does not exist, that of its folder.
    private static func dataFault(_ path: String) -> String? {
        if let fault = folderFault(of: path, name: "the data file") { return fault }
        guard access(path, F_OK) == 0 else { return nil }
        guard access(path, R_OK | W_OK) == 0 else {
            return "\(path) cannot be read and written: \(String(cString: strerror(errno)))"
        }
        do {
            try DataFileIdentity.check(path)
            return nil
        } catch {
            return StorageError.text(error)
        }
    }

    /// The fault of a data file whose folder of files does not exist; nil also if the data file cannot be read.
    private static func filesFault(_ path: String) -> String? {
        guard access(path, F_OK) == 0 else { return nil }
        return try? OmittedFiles.fault(of: path, FileFolder(dataFile: path))
    }
}
