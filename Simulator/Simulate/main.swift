import Foundation

exit(try await SimulateCommand(arguments: CommandLine.arguments.dropFirst()).run())
