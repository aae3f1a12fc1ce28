/// Decides whether a figure that was sampled over a run grows with the number of messages.
///
/// The first quarter is warm-up: connections open, caches fill, and the allocator reserves memory. The other three quarters
/// are fitted with a line whose slope is the median of the slopes of all pairs (Theil and Sen), which one outlier, or a
/// temporary step, does not change. The figure grows if the line rises by more than the allowance over those three quarters.
/// A leak of only 16 bytes a message rises by 12 MB over a million messages.
public struct GrowthRule: Sendable {
    /// How much the line may rise.
    public let allowance: Double

    /// Creates a rule with an allowance in the unit of the figure.
    public init(allowance: Double) {
        self.allowance = allowance
    }

    /// Returns the rise of the line over the judged part; 0 if there are too few samples.
    public func rise(of samples: [Double]) -> Double {
        let judged = Array(samples.dropFirst(samples.count / 4))
        guard judged.count >= 4 else { return 0 }
        var slopes: [Double] = []
        for left in judged.indices {
            for right in judged.indices.dropFirst(left + 1) {
                slopes.append((judged[right] - judged[left]) / Double(right - left))
            }
        }
        slopes.sort()
        return slopes[slopes.count / 2] * Double(judged.count - 1)
    }

    /// Whether the figure grows.
    public func isBroken(by samples: [Double]) -> Bool {
        rise(of: samples) > allowance
    }
}
