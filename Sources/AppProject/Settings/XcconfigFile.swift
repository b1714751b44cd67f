// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// A build configuration file with its includes. Source: Xcode Help, "Adding a build configuration
/// file to your project".
struct XcconfigFile {
    /// The maximum nesting depth of includes.
    private static let depthMax = 16
    /// The maximum number of assignments in a file and all its includes.
    private static let assignmentCountMax = 20_000

    private(set) var assignments: [SettingAssignment] = []
    private(set) var problems: [Diagnostic] = []

    /// Reads a file. Returns `nil` if the checkout does not contain it.
    init?(reading path: String, in files: some FileTree) {
        self.init(reading: path) { files.source($0) }
    }

    /// Reads a file. The path may be spelled differently from the file's path in the checkout.
    /// Returns `nil` if the checkout does not contain it.
    init?(reading path: String, in files: CheckoutFiles) {
        self.init(reading: path, files.source)
    }

    private init?(reading path: String, _ text: (String) -> SourceText?) {
        guard let source = text(path) else { return nil }
        read(source, text, including: [path])
    }

    private mutating func read(
        _ source: SourceText, _ text: (String) -> SourceText?, including stack: [String]
    ) {
        for number in 1...source.lineCount {
            guard assignments.count < Self.assignmentCountMax else { return }
            var line = String(decoding: source.line(number), as: UTF8.self)
            if let comment = line.firstRange(of: "//") {
                line = String(line[..<comment.lowerBound])
            }
            line = Self.trim(line)
            if line.hasPrefix("#include") {
                include(line, at: source.location(line: number), text, stack)
            } else if let equals = Self.equals(in: line) {
                var value = Self.trim(String(line[line.index(after: equals)...]))
                if value.hasSuffix(";") { value = Self.trim(String(value.dropLast())) }
                assignments.append(
                    SettingAssignment(
                        Self.trim(String(line[..<equals])), value: value,
                        location: source.location(line: number)))
            }
        }
    }

    private mutating func include(
        _ line: String, at location: Diagnostic.Location, _ text: (String) -> SourceText?,
        _ stack: [String]
    ) {
        let quoted = line.split(separator: "\"", omittingEmptySubsequences: false)
        guard quoted.count >= 3 else { return }
        let name = String(quoted[1])
        let isOptional = line.hasPrefix("#include?")
        // Includes with <DEVELOPER_DIR> or absolute paths refer to files outside the checkout.
        guard !name.hasPrefix("<"), !name.hasPrefix("/"), !name.contains("$") else { return }
        guard let folder = stack.last.map(FilePath.folder),
            let path = FilePath.join(folder, name), !GeneratedFile.isGenerated(path)
        else { return }
        guard !stack.contains(path), stack.count < Self.depthMax else {
            problems.append(
                Diagnostic(
                    rule: ProjectProblem.unreadableProject.rawValue, severity: .warning,
                    message: "\(name) includes itself", location: location))
            return
        }
        guard let source = text(path) else {
            guard !isOptional else { return }
            problems.append(
                Diagnostic(
                    rule: ProjectProblem.missingFile.rawValue, severity: .note,
                    message: "the included file \(path) is not in the checkout",
                    remedy: "if the build generates it, its settings are not taken into account",
                    location: location))
            return
        }
        read(source, text, including: stack + [path])
    }

    /// Returns the position of the `=` between the key and the value. Any `=` inside a condition is
    /// skipped.
    private static func equals(in line: String) -> String.Index? {
        var depth = 0
        for index in line.indices {
            switch line[index] {
            case "[": depth += 1
            case "]": depth -= 1
            case "=" where depth <= 0: return index == line.startIndex ? nil : index
            default: break
            }
        }
        return nil
    }

    private static func trim(_ text: String) -> String {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let front = text.drop(while: isBlank)
        guard let last = front.lastIndex(where: { !isBlank($0) }) else { return "" }
        return String(front[...last])
    }
}
