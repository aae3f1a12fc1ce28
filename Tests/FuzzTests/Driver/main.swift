import CFuzzer
import Foundation

/// `Fuzz --list` prints name, dictionary and longest input of every target; `Fuzz TARGET ARGUMENT…` runs libFuzzer, or
/// replays inputs when the arguments are files. Scripts/fuzz.py is what people run.
func tell(_ line: String) {
    try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
}

let arguments = CommandLine.arguments
if arguments.dropFirst().first == "--list" {
    for target in FuzzTarget.all { print("\(target.name)\t\(target.dictionary ?? "-")\t\(target.longest)") }
    exit(0)
}
guard arguments.count > 1, let target = FuzzTarget.named(arguments[1]) else {
    tell("Fuzz: the first argument is --list or one of the targets that it prints")
    exit(2)
}

/// The target where libFuzzer's callback, which captures nothing, can reach it.
enum Chosen {
    static let target = FuzzTarget.named(CommandLine.arguments[1])
}

var count = CommandLine.argc - 1
// libFuzzer reads its own name and its options; the name of the target is between them.
let program = CommandLine.unsafeArgv[0]
var shifted: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
shifted?[0] = program

let status = LLVMFuzzerRunDriver(&count, &shifted) { data, size in
    do {
        try Chosen.target?.check(Array(UnsafeBufferPointer(start: data, count: size)))
    } catch {
        tell("broken property: \(error)")
        abort()
    }
    return 0
}
exit(status)
