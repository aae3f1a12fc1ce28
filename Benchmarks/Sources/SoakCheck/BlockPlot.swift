/// A row of blocks, one per sample, whose heights are proportional to the samples.
public enum BlockPlot {
    private static let blocks: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

    /// Returns the row; samples that are all zero give the lowest blocks.
    public static func row(_ samples: [Double]) -> String {
        let highest = samples.max() ?? 0
        return String(
            samples.map { sample in
                guard highest > 0 else { return blocks[0] }
                let level = Int(max(0, sample) / highest * Double(blocks.count - 1) + 0.5)
                return blocks[min(level, blocks.count - 1)]
            }
        )
    }
}
