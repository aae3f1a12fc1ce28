import Foundation

/// Prints a line without buffering, also into a pipe.
func say(_ text: String) {
    print(text)
    fflush(nil)
}
