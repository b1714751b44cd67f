// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A variable that a type or a file stores. Constants, computed properties and local variables do
/// not count.
struct StoredVariable: Equatable {
    let line: Int
    /// Whether only the code of the same file can change it.
    let isPrivate: Bool

    /// Finds the stored variables of a file by the indentation of its lines, which `swift format`
    /// makes reliable.
    static func all(in file: SourceFile) -> [StoredVariable] {
        let code = file.code.map(\.text)
        return code.indices.compactMap { index in
            guard let modifiers = modifiers(ofVariable: code[index]) else { return nil }
            let next = code[(index + 1)...].first { !isBlank($0) } ?? ""
            guard isStored(code[index], next: next), isMemberOrGlobal(index, in: code) else {
                return nil
            }
            let isPrivate = !modifiers.isDisjoint(with: ["private", "private(set)"])
            return StoredVariable(line: index + 1, isPrivate: isPrivate)
        }
    }

    private static let modifierNames: Set = [
        "public", "package", "internal", "fileprivate", "private", "public(set)", "package(set)",
        "internal(set)", "fileprivate(set)", "private(set)", "static", "class", "final", "lazy",
        "weak", "unowned", "override", "nonisolated", "nonisolated(unsafe)",
    ]

    /// Returns the modifiers of a variable's declaration; `nil` for any other line.
    private static func modifiers(ofVariable line: String) -> Set<String>? {
        let words = line.split(separator: " ").map(String.init).drop { $0.hasPrefix("@") }
        let modifiers = words.prefix { modifierNames.contains($0) }
        guard words.dropFirst(modifiers.count).first == "var" else { return nil }
        return Set(modifiers)
    }

    /// Returns whether a variable has storage: no braces before its initial value, or braces with
    /// observers.
    private static func isStored(_ line: String, next: String) -> Bool {
        guard let brace = line.firstIndex(of: "{") else { return true }
        let hasObservers = ["didSet", "willSet"].contains { next.contains($0) || line.contains($0) }
        return hasObservers || line[..<brace].contains(" = ")
    }

    /// Returns whether the code around a line is a type or an extension, or nothing, rather than a
    /// function.
    private static func isMemberOrGlobal(_ index: Int, in code: [String]) -> Bool {
        var indentation = indentation(code[index])
        for line in code[..<index].reversed() where !isBlank(line) {
            guard Self.indentation(line) < indentation else { continue }
            let words = line.split { " :<".contains($0) }.map(String.init)
            // A brace or a condition in a line of its own continues the line of the declaration.
            if words.first == "{" || words.first == "where" {
                indentation = Self.indentation(line) + 1
                continue
            }
            return words.prefix { $0 != "{" && $0 != "=" }
                .contains { ["struct", "class", "actor", "enum", "extension"].contains($0) }
                && !words.contains("func")
        }
        return true
    }

    private static func indentation(_ line: String) -> Int { line.prefix { $0 == " " }.count }

    private static func isBlank(_ line: String) -> Bool {
        let text = line.drop { $0 == " " }
        return text.isEmpty || text.hasPrefix("#")
    }
}
