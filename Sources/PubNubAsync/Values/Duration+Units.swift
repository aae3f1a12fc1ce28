extension Duration {
    /// The time in seconds.
    var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) / 1e18
    }

    /// The time in whole seconds, rounded up.
    var secondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
    }

    /// Returns the time as a number of units of whole seconds.
    ///
    /// - Parameter unit: The seconds of the unit.
    /// - Returns: The number; `nil` if it is not a whole number.
    func count(ofUnits unit: Int64) -> Int64? {
        let (seconds, attoseconds) = components
        return attoseconds == 0 && seconds % unit == 0 ? seconds / unit : nil
    }
}
