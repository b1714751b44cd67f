// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The name of a declaration as documentation writes it: `add(_:withCompletionHandler:) async`.
struct SignatureName {
    let text: String

    /// Reads the first declaration in a text.
    init?(_ declaration: String) {
        if let name = Self.variable(declaration) {
            text = name
            return
        }
        guard let open = declaration.firstIndex(of: "(") else { return nil }
        var head = declaration[..<open]
        if let angle = head.firstIndex(of: "<") { head = head[..<angle] }
        guard var base = head.split(separator: " ").last.map(String.init) else { return nil }
        if base.hasPrefix("init") { base = "init" }
        var depth = 0
        var labels = ""
        var piece = ""
        var end = declaration.endIndex
        for index in declaration[open...].indices {
            let character = declaration[index]
            if "([{".contains(character) { depth += 1 }
            if ")]}".contains(character) { depth -= 1 }
            let isEnd = depth == 0
            if isEnd || (depth == 1 && character == ",") {
                if let label = Self.label(piece) { labels += "\(label):" }
                piece = ""
            } else if index != open {
                piece.append(character)
            }
            if isEnd {
                end = declaration.index(after: index)
                break
            }
        }
        let tail = declaration[end...].prefix { $0 != "{" && $0 != "}" && $0 != "/" }
        let isAsync = tail.split(separator: " ").prefix(3).contains("async")
        text = "\(base)(\(labels))" + (isAsync ? " async" : "")
    }

    private static func label(_ parameter: String) -> String? {
        let tokens = parameter.split { " :".contains($0) }
        return tokens.first.map(String.init)
    }

    /// The name of a property, constant or case.
    private static func variable(_ declaration: String) -> String? {
        let tokens = declaration.split { " :(=".contains($0) }.map(String.init)
        let keywords: Set<String> = ["var", "let", "case", "associatedtype"]
        guard let at = tokens.prefix(5).firstIndex(where: keywords.contains),
            !tokens[..<at].contains("func"), !tokens[..<at].contains("init"), at + 1 < tokens.count
        else { return nil }
        return tokens[at + 1].replacingOccurrences(of: "`", with: "")
    }
}
