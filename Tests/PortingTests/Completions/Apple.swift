// Names of Apple's frameworks in the spelling of Swift 1 and 2, as far as the stories use them.
import Foundation

postfix operator ++
postfix func ++ (value: inout Int) { value += 1 }

typealias NSDate = Date
typealias NSNotification = Notification
typealias NSOperationQueue = OperationQueue

extension Date {
    func dateByAddingTimeInterval(_ interval: TimeInterval) -> Date { addingTimeInterval(interval) }
}
extension NSNumber {
    convenience init(integer: Int) { self.init(value: integer) }
    convenience init(bool: Bool) { self.init(value: bool) }
}
extension NSMutableDictionary {
    func setValue(_ value: Any, forKey key: String) { setObject(value, forKey: key as NSString) }
}
extension OperationQueue {
    static func mainQueue() -> OperationQueue { .main }
}
final class NSNotificationCenter {
    static func defaultCenter() -> NSNotificationCenter { NSNotificationCenter() }
    func addObserverForName(
        _ name: String,
        object: Any?,
        queue: OperationQueue?,
        usingBlock: @escaping (Notification) -> Void
    ) {}
    func addObserver(_ observer: Any, selector: String, name: String, object: Any?) {}
}
final class NSTimer {
    static func scheduledTimerWithTimeInterval(
        _ interval: TimeInterval,
        target: Any,
        selector: String,
        userInfo: Any?,
        repeats: Bool
    ) -> NSTimer { NSTimer() }
}
final class NSUserDefaults {
    static func standardUserDefaults() -> NSUserDefaults { NSUserDefaults() }
    func setObject(_ object: Any?, forKey key: String) {}
    func objectForKey(_ key: String) -> Any? { nil }
}
class UIViewController {
    func viewDidLoad() {}
}
struct CLLocationCoordinate2D {}
func CLLocationCoordinate2DMake(_ latitude: Double, _ longitude: Double) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D()
}
