// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The terminal. Results go to standard output, and all other text goes to standard error. Colours
/// are used only on a terminal, and only if `NO_COLOR` (no-color.org) is not set.
///
/// This type writes all text of the tool and passes it through ``printable(_:)``, so that external
/// text cannot control the terminal. Because line breaks are preserved, code that inserts external
/// text into a line must remove line breaks from that text.
package enum Console {
    package enum Style: String, CaseIterable {
        case bold = "1"
        case dim = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    /// Whether standard output is a terminal and colours are allowed.
    package static let usesColour = wantsColour(STDOUT_FILENO)
    private static let errorUsesColour = wantsColour(STDERR_FILENO)

    /// Writes a line to standard output.
    package static func out(_ line: String = "") {
        write(printable(line) + "\n", to: STDOUT_FILENO)
    }

    /// Writes a line of progress or diagnosis to standard error.
    package static func note(_ line: String) { write(printable(line) + "\n", to: STDERR_FILENO) }

    /// Whether standard error is a terminal.
    package static let errorIsTerminal = isatty(STDERR_FILENO) == 1

    /// Whether standard input is a terminal.
    package static let inputIsTerminal = isatty(STDIN_FILENO) == 1

    /// Replaces the progress line. An empty text removes the line.
    package static func redraw(_ line: String) {
        write("\r\u{1B}[K" + printable(line), to: STDERR_FILENO)
    }

    /// Writes an error as a line that starts with the tool's name.
    package static func error(_ line: String) {
        let name = errorUsesColour ? paint("bellhop:", .red) : "bellhop:"
        write("\(name) \(PrintableText.lines(line))\n", to: STDERR_FILENO)
    }

    /// Writes a text of the argument parser. The layout is preserved, and hidden characters are
    /// spelled out.
    package static func usage(_ text: String, isError: Bool) {
        write(PrintableText.lines(text) + "\n", to: isError ? STDERR_FILENO : STDOUT_FILENO)
    }

    /// Returns text in a style, if standard output shows styles.
    package static func styled(_ text: String, _ style: Style) -> String {
        usesColour ? paint(text, style) : text
    }

    private static func paint(_ text: String, _ style: Style) -> String {
        "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
    }

    /// Returns text in which all hidden characters are spelled out, except the escape sequences of
    /// the styles in this file.
    ///
    /// JSON that `JSONWriter` has indented contains no hidden characters and is returned unchanged.
    package static func printable(_ text: String) -> String {
        let parts = text.split(separator: "\u{1B}", omittingEmptySubsequences: false)
        let rest = parts.dropFirst().map { part in
            let style = styleEnds.first { part.hasPrefix($0) }
            return (style.map { "\u{1B}" + $0 } ?? PrintableText.spelledOut("\u{1B}"))
                + PrintableText.lines(String(part.dropFirst(style?.count ?? 0)))
        }
        return PrintableText.lines(parts.first.map { String($0) } ?? "") + rest.joined()
    }

    /// The escape sequences of all styles, without the escape character; empty if colours are
    /// disabled.
    private static let styleEnds =
        usesColour || errorUsesColour
        ? ["[0m"] + Style.allCases.map { "[\($0.rawValue)m" } : []

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

/// Calls the system's `write` function. Inside a type, a method named `write` would hide that
/// function.
private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, start, count)
}
