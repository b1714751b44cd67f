// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The declarations of the module: types with their members, read from its sources.
///
/// A member is named as in documentation, `add(_:withCompletionHandler:)`. If it is asynchronous,
/// `async` follows the name, because some pairs of Apple's members differ only in this.
struct SourceScan {
    private(set) var members: [String: Set<String>] = [:]
    private(set) var parents: [String: [String]] = [:]

    init(folder: URL) throws {
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap {
            $0 as? String
        }
        for name in names ?? [] where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            read(text)
        }
    }

    private mutating func read(_ text: String) {
        var scopes: [(name: String, depth: Int)] = []
        var depth = 0
        let lines = text.components(separatedBy: "\n").filter {
            !$0.drop { $0 == " " }.hasPrefix("//")
        }
        for (index, line) in lines.enumerated() {
            let tokens = line.split { " :<,(".contains($0) }.map(String.init)
            if let (name, parents) = Self.type(in: line, lines[index...]) {
                let full =
                    line.contains("extension ") || scopes.isEmpty
                    ? name : "\(scopes.map(\.name).joined(separator: "."))." + name
                scopes.append((full.components(separatedBy: ".").last ?? full, depth))
                scopes[scopes.count - 1].name = full
                self.parents[full, default: []] += parents
                members[full, default: []].formUnion([])
            } else if let member = Self.member(tokens, lines[index...]) {
                members[scopes.last?.name ?? "", default: []].insert(member)
            }
            for character in line where character == "{" || character == "}" {
                depth += character == "{" ? 1 : -1
                if character == "}" {
                    while let last = scopes.last, last.depth >= depth { scopes.removeLast() }
                }
            }
        }
    }

    /// The type whose declaration begins in a line, with the types that it inherits from.
    private static func type(
        in line: String, _ rest: ArraySlice<String>
    ) -> (String, [String])? {
        let tokens = line.split(separator: " ").map(String.init)
        let keywords: Set<String> = ["class", "struct", "enum", "protocol", "extension"]
        guard let at = tokens.firstIndex(where: keywords.contains), at + 1 < tokens.count,
            tokens[..<at].allSatisfy({ $0.hasPrefix("@") || modifiers.contains($0) }),
            !["var", "func", "let"].contains(tokens[at + 1])
        else { return nil }
        let head = rest.prefix(6).joined(separator: " ").components(separatedBy: "{")[0]
        let name = tokens[at + 1].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
        let inherited = head.components(separatedBy: ":").dropFirst().joined(separator: ":")
            .components(separatedBy: ",")
            .map { $0.trimmingCharacters(in: .whitespaces) }
        return (String(name), inherited)
    }

    private static let modifiers: Set<String> = [
        "public", "open", "final", "package", "static", "class", "override", "convenience",
        "required", "weak", "nonisolated", "unowned", "mutating", "internal(set)", "package(set)",
        "private(set)",
    ]

    /// The member that a line declares.
    private static func member(_ tokens: [String], _ rest: ArraySlice<String>) -> String? {
        let bare = tokens.drop { $0.hasPrefix("@") || modifiers.contains($0) }
        guard let keyword = bare.first else { return nil }
        let plain = { (name: String) in name.replacingOccurrences(of: "`", with: "") }
        switch keyword {
        case "var", "let", "case", "typealias", "associatedtype":
            return bare.dropFirst().first.map {
                plain(String($0.prefix { $0.isLetter || $0.isNumber || "_`".contains($0) }))
            }
        case "func", "init", "init?", "init<":
            return SignatureName(rest.prefix(14).joined(separator: " "))?.text
        default: return nil
        }
    }

    /// Whether a type, or a type that it inherits from, has a member.
    func has(_ member: String, in type: String) -> Bool {
        var (open, seen) = ([type], Set<String>())
        while let name = open.popLast() {
            guard seen.insert(name).inserted else { continue }
            if members[name]?.contains(member) == true { return true }
            let parents = parents[name] ?? []
            let isRaw = parents.contains {
                ["Int", "UInt", "String", "RawRepresentable"].contains($0)
            }
            if isRaw, ["init(rawValue:)", "rawValue"].contains(member) { return true }
            open += parents
        }
        return false
    }
}
