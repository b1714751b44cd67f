// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The terminal: results go to standard output, everything else to standard error; colour only
/// where a person looks and `NO_COLOR` (no-color.org) is not set.
enum Console {
    enum Style: String {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    /// Whether standard output is a terminal that wants colour.
    static let usesColour = wantsColour(STDOUT_FILENO)
    private static let errorUsesColour = wantsColour(STDERR_FILENO)

    /// Writes a line of the result.
    static func out(_ line: String = "") { write(line + "\n", to: STDOUT_FILENO) }

    /// Writes a line of progress or diagnosis.
    static func note(_ line: String) { write(line + "\n", to: STDERR_FILENO) }

    /// Whether a person watches standard error.
    static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Puts a line of progress in the place of the one before; an empty one takes it away.
    static func redraw(_ line: String) { write("\r\u{1B}[K" + line, to: STDERR_FILENO) }

    /// Writes an error: one line that starts with the tool's name.
    static func error(_ line: String) {
        let name = errorUsesColour ? paint("bellhop:", .red) : "bellhop:"
        write("\(name) \(line)\n", to: STDERR_FILENO)
    }

    /// Text in a style, if standard output shows it.
    static func styled(_ text: String, _ style: Style) -> String {
        usesColour ? paint(text, style) : text
    }

    private static func paint(_ text: String, _ style: Style) -> String {
        "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    private static func wantsColour(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && getenv("NO_COLOR") == nil
    }

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}

/// The system's `write`, which the method of the same name would hide.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
