import Foundation

exit(await SimulateChat(arguments: CommandLine.arguments.dropFirst()).run())
