// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import PushLint
import Yams

extension LintConfiguration {
    /// Reads a configuration.
    ///
    /// - Throws: ``CommandFailure`` with status 66 if the file cannot be read, and with status 64
    ///   if the file contains anything unknown, such as a misspelled rule name. The message then
    ///   contains the line and the column.
    init(reading path: String) throws {
        let bytes = try InputFile.read(
            path, byteCountMax: Self.byteCountMax, what: "a configuration")
        let reader = ConfigurationReader(file: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw CommandFailure(.usage, "\(path): this is not UTF-8 text; save it as UTF-8")
        }
        guard let root = try reader.compose(text) else { return }
        for (key, node) in try reader.entries(root) {
            switch key {
            case "rules": levels = try reader.levels(node)
            case "paths": paths = try reader.paths(node)
            case "exclude": excluded = try reader.texts(node).map { PathPattern($0) }
            case "min_os": minimumOS = try reader.version(node)
            case "app": app = try reader.app(node)
            default:
                throw reader.failure(
                    node,
                    "there is no key \"\(ConfigurationReader.short(key))\"; the "
                        + "keys are rules, paths, exclude, min_os and app")
            }
        }
    }
}

/// Reads YAML values and reports errors with their location.
struct ConfigurationReader {
    let file: String

    func failure(_ node: Node, _ problem: String) -> CommandFailure {
        let position = node.mark.map { ":\($0.line):\($0.column)" } ?? ""
        return CommandFailure(.usage, "\(file.printable)\(position): \(problem)")
    }

    /// Returns a value from the file, shortened for use in a message.
    static func short(_ value: String) -> String { TerminalText.text(String(value.prefix(40))) }

    /// Returns the document; `nil` if it is empty.
    func compose(_ text: String) throws -> Node? {
        // Aliases are rejected, because nested aliases can expand a small file to a huge document,
        // and a configuration does not need aliases.
        guard !text.contains(#/(^|[\s:\[,{-])&\w/#) else {
            throw CommandFailure(
                .usage,
                "\(file): anchors (&name) are not supported; repeat the value in each position")
        }
        do { return try Yams.compose(yaml: text) } catch {
            var position = ""
            if case .scanner(_, _, let mark, _)? = error as? YamlError {
                position = ":\(mark.line):\(mark.column)"
            } else if case .parser(_, _, let mark, _)? = error as? YamlError {
                position = ":\(mark.line):\(mark.column)"
            }
            throw CommandFailure(
                .usage,
                "\(file)\(position): this is not valid YAML; check indentation, colons and quotes"
            )
        }
    }

    func entries(_ node: Node) throws -> [(key: String, node: Node)] {
        guard let mapping = node.mapping else {
            throw failure(node, "a mapping is expected here; write lines of \"key: value\"")
        }
        return try mapping.map { key, value in (try text(key), value) }
    }

    func text(_ node: Node) throws -> String {
        guard let text = node.scalar?.string else {
            throw failure(node, "a string is expected here; write text")
        }
        return text
    }

    func texts(_ node: Node) throws -> [String] {
        guard let nodes = node.sequence else {
            throw failure(node, "a list is expected here; write entries such as [a, b]")
        }
        return try nodes.map(text)
    }

    func bool(_ node: Node) throws -> Bool {
        guard let flag = node.bool else {
            throw failure(node, "a Boolean is expected here; write true or false")
        }
        return flag
    }

    func version(_ node: Node) throws -> OSVersion {
        guard let version = OSVersion(try text(node)) else {
            throw failure(node, "this is not a version; write one such as \"17\" or \"17.2\"")
        }
        return version
    }

    /// Reads rules with their levels.
    func levels(_ node: Node) throws -> LintConfiguration.Levels {
        var levels: LintConfiguration.Levels = [:]
        for (id, node) in try entries(node) {
            guard LintRun.rules.contains(where: { $0.id == id }) else {
                let near = DiagnosticRule.nearest(to: id, in: LintRun.rules).first?.id
                let hint = near.map { "did you mean \($0)?" } ?? "bellhop lint --rules lists them"
                let name = Self.short(id)
                throw failure(node, "there is no rule \"\(name)\"; \(hint)")
            }
            let value = try text(node)
            // YAML 1.1 reads an unquoted `off` as `false`.
            if value == "off" || value == "false" {
                levels.updateValue(nil, forKey: id)
            } else if let severity = Severity(rawValue: value) {
                levels.updateValue(severity, forKey: id)
            } else {
                throw failure(node, "this is not a severity; write error, warning, note or off")
            }
        }
        return levels
    }

    func paths(_ node: Node) throws -> [LintConfiguration.PathLevels] {
        guard let nodes = node.sequence else {
            throw failure(node, "a list is expected here; write entries with path and rules")
        }
        return try nodes.map { node in
            guard let path = node.mapping?["path"], let rules = node.mapping?["rules"] else {
                throw failure(node, "an entry requires path and rules; add the missing key")
            }
            return LintConfiguration.PathLevels(
                pattern: PathPattern(try text(path)), levels: try levels(rules))
        }
    }
}
