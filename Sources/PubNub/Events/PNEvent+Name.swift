extension PNEvent {
    /// The name of the case, for logs. The values stay out of it.
    var name: String {
        let text = Mirror(reflecting: self).children.first?.label
        return text ?? "\(self)"
    }
}
