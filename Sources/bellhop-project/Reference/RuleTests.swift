// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The tests for each rule of the phone.
///
/// A test belongs to a rule if the rule's identifier is in the test's name, arguments or body, or
/// in a table or helper of the same target that the test uses.
struct RuleTests {
    struct Test: Hashable {
        /// The path relative to the folder of the tests, for instance
        /// `DeviceModelTests/Rules/DeviceRuleTests.swift`.
        let path: String
        let name: String

        /// The name of the file that contains the test, without the extension.
        var fileName: String {
            String(path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
        }
    }

    /// The tests by rule, in the order of their paths.
    private(set) var byRule: [RuleID: [Test]] = [:]

    /// Reads the sources in the folder of the tests. If the folder does not exist, there are no
    /// tests.
    ///
    /// `TidyTests` is excluded, because its lists of rules do not test the rules.
    init(folder: String) {
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        let sources = paths.filter { $0.hasSuffix(".swift") && !$0.hasPrefix("TidyTests/") }
            .sorted().compactMap { path -> File? in
                guard let data = FileManager.default.contents(atPath: folder + "/" + path) else {
                    return nil
                }
                return File(path: path, declarations: TestDeclaration.all(in: data))
            }
        for files in Dictionary(grouping: sources, by: \.target).sorted(by: { $0.key < $1.key }) {
            add(files.value)
        }
    }

    private struct File {
        let path: String
        let declarations: [TestDeclaration]
        var target: Substring { path.prefix { $0 != "/" } }
    }

    /// The rules whose identifiers are in the body of a declaration, by the name of the
    /// declaration.
    private typealias Visible = [String: Set<RuleID>]

    private mutating func add(_ target: [File]) {
        let shared = target.reduce(into: Visible()) { visible, file in
            Self.declare(file.declarations.filter { !$0.isPrivate }, in: &visible)
        }
        for file in target {
            var visible = shared
            Self.declare(file.declarations.filter(\.isPrivate), in: &visible)
            add(file.declarations, of: file.path, visible)
        }
    }

    private mutating func add(
        _ declarations: [TestDeclaration], of path: String, _ visible: Visible
    ) {
        for declaration in declarations {
            if declaration.isTest, let name = declaration.name {
                let used = declaration.identifiers.compactMap { visible[$0] }
                for rule in used.reduce(Self.rules(declaration), { $0.union($1) }) {
                    byRule[rule, default: []].append(Test(path: path, name: name))
                }
            }
            guard !declaration.members.isEmpty else { continue }
            var inside = visible
            Self.declare(declaration.members, in: &inside)
            add(declaration.members, of: path, inside)
        }
    }

    /// Adds declarations that are neither tests nor suites. If a test uses such a declaration, it
    /// also counts as a test of the rules in the declaration.
    private static func declare(_ declarations: [TestDeclaration], in visible: inout Visible) {
        for declaration in declarations where !declaration.isTest && declaration.members.isEmpty {
            guard let name = declaration.name else { continue }
            let rules = rules(declaration)
            if !rules.isEmpty { visible[name, default: []].formUnion(rules) }
        }
    }

    private static func rules(_ declaration: TestDeclaration) -> Set<RuleID> {
        Set(declaration.identifiers.map { RuleID(rawValue: $0) }.filter { $0.rule != nil })
    }
}
