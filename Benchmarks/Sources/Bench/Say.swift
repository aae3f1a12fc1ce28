import Foundation

/// Prints a line that is seen at once, even through a pipe.
func say(_ text: String) {
    print(text)
    fflush(nil)
}
