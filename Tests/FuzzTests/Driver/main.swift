import CFuzzer
import Foundation

/// `Fuzz --list` prints name, dictionary and longest input of every target. Otherwise libFuzzer runs with the arguments
/// on the target that `FUZZ_TARGET` names: the environment reaches the further processes that libFuzzer starts of itself.
/// Scripts/fuzz.py is what people run.
func tell(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}

/// The target where libFuzzer's callback, which captures nothing, can reach it.
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
