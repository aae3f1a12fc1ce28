import Foundation

exit(try await SimulateCluster(arguments: CommandLine.arguments.dropFirst()).run())
