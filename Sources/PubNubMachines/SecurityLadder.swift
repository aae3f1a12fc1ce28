/// The TLS levels of a client: verified, unverified, none (Documentation/WireProtocol.md, "TLS levels"). Each connect of
/// the application starts with the first level, and the next one is used only if the configuration allows it.
package struct SecurityLadder: Sendable, Equatable {
    package enum Level: Sendable, Equatable {
        /// Chain and host name are verified.
        case strict
        /// TLS without verification. Anyone on the network path may read the traffic.
        case reduced
        /// Plain HTTP.
        case plain
    }

    /// The steps that the configuration allows.
    package struct Permission: Sendable, Equatable {
        /// `shouldReduceSecurityLevelOnError`.
        package var mayReduce = false
        /// `canIgnoreSecureConnectionRequirement`; it requires the step before.
        package var mayGoPlain = false

        package init(mayReduce: Bool = false, mayGoPlain: Bool = false) {
            self.mayReduce = mayReduce
            self.mayGoPlain = mayGoPlain
        }
    }

    package var permission = Permission()
    package private(set) var level: Level = .strict

    /// Takes the next step down.
    ///
    /// - Returns: The new level; `nil` if no further step is allowed.
    package mutating func descend() -> Level? {
        switch level {
        case .strict where permission.mayReduce: level = .reduced
        case .reduced where permission.mayGoPlain: level = .plain
        case .strict, .reduced, .plain: return nil
        }
        return level
    }

    /// Whether the present level is still allowed.
    package var isPermitted: Bool {
        switch level {
        case .strict: true
        case .reduced: permission.mayReduce
        case .plain: permission.mayReduce && permission.mayGoPlain
        }
    }

    package mutating func reset() {
        level = .strict
    }
}
