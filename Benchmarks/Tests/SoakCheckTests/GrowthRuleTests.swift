import SoakCheck
import Testing

@Suite("make soak: growth is distinguished from warm-up and noise")
struct GrowthRuleTests {
    private let rule = GrowthRule(allowance: 10)

    @Test("A steady rise beyond the allowance is growth; the same rise within it is not")
    func steady() {
        #expect(rule.isBroken(by: (0..<40).map { Double($0) }))
        #expect(!rule.isBroken(by: (0..<40).map { Double($0) / 4 }))
    }

    @Test("Warm-up in the first quarter, an outlier and a temporary rise are not growth")
    func noise() {
        let warm = (0..<40).map { $0 < 10 ? Double($0) * 50 : 500 }
        #expect(!rule.isBroken(by: warm))
        var outlier = Array(repeating: 5.0, count: 40)
        outlier[39] = 900
        #expect(!rule.isBroken(by: outlier))
        #expect(!rule.isBroken(by: (0..<40).map { (20..<30).contains($0) ? 200.0 : 100.0 }))
    }

    @Test("Detects a leak in noise of its own size")
    func leak() {
        #expect(rule.isBroken(by: (0..<40).map { Double($0) + ($0.isMultiple(of: 2) ? 8 : 0) }))
    }

    @Test("The plot is as high as the figure")
    func plot() {
        #expect(BlockPlot.row([0, 7]) == "▁█")
        #expect(BlockPlot.row([0, 0]) == "▁▁")
    }
}
