import Foundation
import Logging

// What a store leaves out is part of the schedules.
LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
exit(await SimulateChat(arguments: CommandLine.arguments.dropFirst()).run())
