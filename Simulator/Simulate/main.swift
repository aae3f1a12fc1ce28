import Foundation
import PubNubSimulator

let simulate = SimulateCommand(arguments: CommandLine.arguments.dropFirst())
exit(simulate.run())
