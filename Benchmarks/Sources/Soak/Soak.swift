import BenchMeasure
import Dispatch
import Foundation
import OriginProcess

/// Sends many messages through two clients and a server that breaks connections, and checks each of them.
@main
@MainActor
enum Soak {
    static func main() throws {
        guard let options = SoakOptions(Array(CommandLine.arguments.dropFirst())) else {
            print(SoakOptions.help)
            exit(64)
        }
        raise_open_files()
        signal(SIGPIPE, SIG_IGN)
        let run = SoakRun(options: options, origin: try OriginProcess())
        var screen = Screen()
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.schedule(deadline: .now(), repeating: .milliseconds(50))
        timer.setEventHandler {
            run.tick()
            screen.draw(run)
            guard let reason = run.firstFailure ?? run.end else { return }
            screen.end()
            run.finish()
            exit(Report(run, reason: reason).show() ? 0 : 1)
        }
        timer.activate()
        run.begin()
        dispatchMain()
    }
}
