// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel
import Yams

/// Parses the syntax of YAML files.
package enum YAMLDocument {
    /// The maximum number of asterisks in a file. Each asterisk can be an alias, and nested aliases
    /// can expand a small file to a huge document.
    private static let asteriskCountMax = 16

    /// Returns the root of the document; `nil` if the file is empty or contains only comments.
    ///
    /// - Throws: ``YAMLError`` if the file is too long, or if the text is not YAML.
    package static func root(
        of text: String, byteCountMax: Int
    ) throws(YAMLError) -> YAMLPlace? {
        guard text.utf8.count <= byteCountMax else {
            throw error("the file has more than \(byteCountMax) bytes; make it smaller")
        }
        guard text.utf8.count(where: { $0 == UInt8(ascii: "*") }) <= asteriskCountMax else {
            throw error(
                "the file contains more than \(asteriskCountMax) asterisks; write out the values "
                    + "instead of using aliases")
        }
        do {
            // If the file contains only the start of a document, the root is an empty scalar.
            guard let root = try Yams.compose(yaml: text), root.scalar?.string.isEmpty != true
            else { return nil }
            return YAMLPlace(path: "", node: root)
        } catch let failure as YamlError {
            throw syntax(failure, in: text)
        } catch { throw Self.error("the file is not YAML; check its syntax") }
    }

    private static func error(_ problem: String, line: Int = 1, column: Int = 1) -> YAMLError {
        YAMLError(line: line, column: column, keyPath: "", problem: problem)
    }

    private static func syntax(_ failure: YamlError, in text: String) -> YAMLError {
        switch failure {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            error(
                "the file is not YAML: \(OneLine.text(problem)); check indentation, colons and "
                    + "quotes",
                line: mark.line, column: mark.column)
        case .duplicatedKeysInMapping(let duplicates, let context):
            duplicate(duplicates.sorted(), from: context.mark.line, in: text)
        default: error("the file is not YAML; check that it is text in UTF-8")
        }
    }

    /// Returns the second occurrence of a repeated key.
    private static func duplicate(
        _ keys: [String], from firstLine: Int, in text: String
    ) -> YAMLError {
        let key = keys.first ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset + 1 >= firstLine }
            .filter { $0.element.drop { $0 == " " || $0 == "-" }.hasPrefix(key + ":") }
        let second = lines.count > 1 ? lines[1].offset + 1 : firstLine
        return YAMLError(
            line: second, column: 1, keyPath: OneLine.text(key, characterCountMax: 40),
            problem: "this key occurs twice; remove one")
    }
}
