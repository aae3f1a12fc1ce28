import CFuzzer
import Foundation

/// `Fuzz --list` prints name, dictionary and maximum input length of every target. Otherwise libFuzzer runs with the arguments
/// on the target in the environment variable `FUZZ_TARGET`, which the child processes of libFuzzer inherit. Developers use
/// Scripts/fuzz.py.
func tell(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}

/// The target, as a global for libFuzzer's callback, which captures nothing.
enum Chosen {
    static let target = FuzzTarget.named(ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")
}

if CommandLine.arguments.dropFirst().first == "--list" {
    for target in FuzzTarget.all { print("\(target.name)\t\(target.dictionary ?? "-")\t\(target.longest)") }
    exit(0)
}
guard Chosen.target != nil else {
    tell("Fuzz: FUZZ_TARGET has to name one of the targets that --list prints")
    exit(2)
}

var count = CommandLine.argc
var values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
let status = LLVMFuzzerRunDriver(&count, &values) { data, size in
    do {
        try Chosen.target?.check(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        tell("broken property: \(error)")
        abort()
    }
    return 0
}
exit(status)
