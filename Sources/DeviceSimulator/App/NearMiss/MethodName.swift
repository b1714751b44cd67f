// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The full name of a method, for instance `userNotificationCenter(_:willPresent:)`.
package struct MethodName: Hashable, Sendable, CustomStringConvertible {
    package let base: String
    /// The argument labels; `_` for an argument without a label.
    package let labels: [String]

    package init(base: String, labels: [String]) {
        self.base = base
        self.labels = labels
    }

    /// Parses a name in the form that documentation uses; `nil` for any other text.
    package init?(_ text: String) {
        guard let open = text.firstIndex(of: "("), text.hasSuffix(")") else { return nil }
        let list = text[text.index(after: open)...].dropLast()
        self.init(
            base: String(text[..<open]), labels: list.split(separator: ":").map(String.init))
    }

    /// Parses the name in a method's demangled symbol, for instance
    /// `App.AppDelegate.application(_: UIKit.UIApplication, open: Foundation.URL) -> ()`; `nil` for
    /// other symbols.
    package init?(demangled text: String) {
        guard !text.hasPrefix("static "), text.contains(" -> ") else { return nil }
        var rest = text[...]
        if rest.hasPrefix("(extension in ") {
            guard let end = rest.firstIndex(of: ":") else { return nil }
            rest = rest[rest.index(after: end)...]
        }
        var name = ""
        while let first = rest.first {
            if first == "(" {
                // A private name is in parentheses with a discriminator: `(hello in _5F1C)`.
                guard let (inside, after) = Self.group(rest) else { return nil }
                name = inside.components(before: " in ")
                rest = after
            } else {
                let end = rest.firstIndex { ".(<".contains($0) } ?? rest.endIndex
                name = String(rest[..<end])
                rest = rest[end...]
            }
            switch rest.first {
            case ".": rest = rest.dropFirst()
            case "(":
                guard let (arguments, _) = Self.group(rest) else { return nil }
                self.init(base: name, labels: Self.labels(arguments))
                return
            default: return nil
            }
        }
        return nil
    }

    package var description: String {
        "\(base)(\(labels.map { $0 + ":" }.joined()))"
    }

    /// Returns the text in the parentheses at the start, and the text after the closing
    /// parenthesis.
    private static func group(_ text: Substring) -> (inside: Substring, after: Substring)? {
        var depth = 0
        for index in text.indices {
            switch text[index] {
            case "(": depth += 1
            case ")":
                depth -= 1
                if depth == 0 {
                    return (
                        text[text.index(after: text.startIndex)..<index],
                        text[text.index(after: index)...]
                    )
                }
            default: break
            }
        }
        return nil
    }

    /// Returns the labels in an argument list of labels and types.
    private static func labels(_ arguments: Substring) -> [String] {
        guard !arguments.isEmpty else { return [] }
        var parts: [Substring] = []
        var (depth, start) = (0, arguments.startIndex)
        var previous: Character = " "
        for index in arguments.indices {
            switch arguments[index] {
            case "(", "[", "<": depth += 1
            // The arrow of a function type is not a closing bracket.
            case ">" where previous == "-": break
            case ")", "]", ">": depth -= 1
            case "," where depth == 0:
                parts.append(arguments[start..<index])
                start = arguments.index(after: index)
            default: break
            }
            previous = arguments[index]
        }
        parts.append(arguments[start...])
        return parts.map { part in
            let text = part.drop { $0 == " " }
            let label = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            let isLabel = !label.isEmpty && text.dropFirst(label.count).hasPrefix(": ")
            return isLabel ? String(label) : "_"
        }
    }
}

extension Substring {
    /// Returns the text before a separator; the whole text if the separator does not occur.
    fileprivate func components(before separator: String) -> String {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(separator) { return String(self[..<start]) }
            start = index(after: start)
        }
        return String(self)
    }
}
