// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What Package.swift declares, read as text.
struct Manifest {
    /// A target with the modules that it depends on.
    struct Target {
        let name: String
        /// Modules of targets, of other packages' products and of the system.
        let dependencies: Set<String>
    }

    /// The targets, in the order of the manifest.
    let targets: [Target]
    /// Modules of other packages' products.
    let productModules: Set<String>

    /// This project's manifest.
    static let own = Manifest(
        (try? String(
            contentsOf: SourceFile.root.appending(path: "Package.swift"), encoding: .utf8)) ?? "")

    init(_ text: String) {
        var modules: [String: String] = [:]
        for match in text.matches(
            of: #/static let (?<name>\w+) = \w+\(\s*(?:name: )?"(?<module>\w+)"/#)
        {
            modules[String(match.name)] = String(match.module)
        }
        productModules = Set(modules.values)
        // A dependency under a condition is a target with a name, too, but is indented further.
        let starts = text.matches(
            of: #/\n {8}\.(?:t|executableT|testT)arget\(\s*name: "(?<name>[\w-]+)"/#)
        targets = starts.enumerated().map { index, start in
            let end =
                index + 1 < starts.count ? starts[index + 1].range.lowerBound : text.endIndex
            return Target(
                name: String(start.name),
                dependencies: Self.dependencies(
                    in: text[start.range.upperBound..<end], modules))
        }
    }

    private static func dependencies(
        in declaration: Substring, _ modules: [String: String]
    ) -> Set<String> {
        guard let start = declaration.firstRange(of: "dependencies: [") else { return [] }
        // Lists within the list belong to conditions.
        var depth = 1
        let list = declaration[start.upperBound...].prefix { character in
            if character == "[" { depth += 1 }
            if character == "]" { depth -= 1 }
            return depth > 0
        }
        let targets = list.matches(of: #/"(?<name>[\w-]+)"/#).map { String($0.name) }
        let products = list.matches(of: #/\.(?<name>\w+)/#).compactMap { modules[String($0.name)] }
        return Set(targets + products)
    }
}
