import Foundation

exit(await SimulateCluster(arguments: CommandLine.arguments.dropFirst()).run())
