import ArgumentParser

/// A number of minutes of any size.
struct MinutesArgument: ExpressibleByArgument, Sendable {
    let minutes: Int

    init?(argument: String) {
        let digits = argument.hasPrefix("-") ? argument.dropFirst() : argument[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        // More digits than fit are as good as the most that fit.
        minutes = Int(argument) ?? (argument.hasPrefix("-") ? .min : .max)
    }
}
