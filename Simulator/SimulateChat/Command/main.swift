import Foundation
import Logging

// The schedules cause warnings about items that are left out.
LoggingSystem.bootstrap { _ in SwiftLogNoOpLogHandler() }
exit(await SimulateChat(arguments: CommandLine.arguments.dropFirst()).run())
