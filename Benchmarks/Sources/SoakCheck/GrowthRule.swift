/// Whether a figure that was sampled over a run grows with the number of messages.
///
/// The first quarter is warm-up: connections open, caches fill, the allocator takes what it keeps. Over the other three
/// quarters a line is laid through the samples by the median of the slopes of all pairs (Theil and Sen), which one
/// outlier, or a step up and down again, does not move. The figure grows when that line rises by more than the allowance
/// over those three quarters. A leak of so little as 16 bytes a message rises by 12 MB over a million messages.
public struct GrowthRule: Sendable {
    /// How much the line may rise.
    public let allowance: Double

    /// A rule with an allowance in the unit of the figure.
    public init(allowance: Double) {
        self.allowance = allowance
    }

    /// How much the line rises over the judged part; 0 when there are too few samples to say.
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
