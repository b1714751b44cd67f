// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Yams

/// A manifest of XcodeGen, `project.yml`, with its includes.
/// Source: XcodeGen, "Project Spec".
struct XcodeGenManifest {
    /// The maximum number of files that are read for one manifest. Further includes are ignored.
    private static let includeCountMax = 32

    private(set) var targets: [AppTarget] = []
    private(set) var problems: [Diagnostic] = []

    let tree: CheckoutFiles
    /// The manifest, followed by the files that it includes.
    private(set) var documents: [YAMLDocument] = []

    /// The folder of the generated project, to which paths in build settings are relative.
    var root: String { documents.first?.folder ?? "" }

    /// The folders of those packages in the manifest that are in the checkout.
    var packageFolders: [String] {
        documents.flatMap { document in
            (document.top["packages"]?.members ?? []).compactMap { _, package in
                package["path"]?.scalar.flatMap { FilePath.join(document.folder, $0.string) }
                    .map(tree.actual)
            }
        }
    }

    /// Reads a manifest. Returns `nil` if the file contains other YAML.
    init?(reading source: SourceText, in tree: CheckoutFiles) {
        self.tree = tree
        do throws(PlistError) {
            let main = try YAMLDocument(reading: source)
            guard main.top["targets"] != nil || main.top["include"] != nil else { return nil }
            documents = [main]
        } catch {
            problems.append(error.diagnostic(in: source, rule: .unreadableProject))
            return
        }
        include(from: 0)
        var seen: Set<String> = []
        for document in documents {
            for (name, node) in document.top["targets"]?.members ?? [] {
                guard targets.count < FileTreeLimits.targetCountMax else { return }
                // If several files define a target, the definition in the including file takes
                // precedence.
                guard seen.insert(name).inserted else { continue }
                for (name, platform) in platforms(of: node, name) {
                    var reader = XcodeGenTarget(
                        name: name, platform: platform, node: node, document: document, of: self)
                    targets.append(reader.target())
                    problems += reader.problems.filter { !problems.contains($0) }
                }
            }
        }
        embedByProduct()
    }

    private mutating func include(from index: Int) {
        guard documents.indices.contains(index), documents.count < Self.includeCountMax else {
            return
        }
        let document = documents[index]
        let node = document.top["include"]
        let entries = node?.sequence.map(Array.init) ?? [node].compactMap { $0 }
        for entry in entries {
            guard let name = entry.scalar?.string ?? entry["path"]?.string,
                let path = FilePath.join(document.folder, name), !name.contains("${"),
                !documents.contains(where: { $0.source.name == path })
            else { continue }
            guard let source = tree.source(path) else {
                problems.append(
                    Diagnostic(
                        rule: ProjectProblem.missingFile.rawValue, severity: .warning,
                        message: "the included manifest \(path) is not in the checkout",
                        location: document.location(of: entry)))
                continue
            }
            do throws(PlistError) {
                documents.append(try YAMLDocument(reading: source))
            } catch {
                problems.append(error.diagnostic(in: source, rule: .unreadableProject))
            }
        }
        include(from: index + 1)
    }

    /// Returns a target's platforms, each with the name of the target for that platform. XcodeGen
    /// splits a target for several platforms and adds the platform to each name.
    private func platforms(of node: Node, _ name: String) -> [(String, String)] {
        let list = node["platform"]?.sequence?.compactMap(\.string) ?? []
        guard !list.isEmpty else {
            return [(name, node["platform"]?.string ?? "")]
        }
        let suffix = node["platformSuffix"]?.string
        return list.map { (name + (suffix ?? "_" + $0), $0) }
    }

    /// Removes all embedded targets except extensions, frameworks and apps. The other targets are
    /// dependencies that are not embedded.
    private mutating func embedByProduct() {
        let products = Dictionary(
            targets.map { ($0.name, $0.product) }, uniquingKeysWith: { first, _ in first })
        for index in targets.indices {
            targets[index].embeddedTargets.removeAll {
                products[$0] == .tests || products[$0] == .other
            }
        }
    }

    /// Returns the first node at a path of keys. The manifest itself is searched before its
    /// includes.
    func node(_ path: String...) -> (node: Node, document: YAMLDocument)? {
        for document in documents {
            var node: Node? = document.top
            for key in path { node = node?[key] }
            if let node { return (node, document) }
        }
        return nil
    }

    /// Returns the name of the build setting for a platform's deployment target.
    static func deploymentSetting(_ platform: String) -> String? {
        switch platform {
        case "iOS": "IPHONEOS_DEPLOYMENT_TARGET"
        case "macOS": "MACOSX_DEPLOYMENT_TARGET"
        case "watchOS": "WATCHOS_DEPLOYMENT_TARGET"
        case "tvOS": "TVOS_DEPLOYMENT_TARGET"
        case "visionOS": "XROS_DEPLOYMENT_TARGET"
        default: nil
        }
    }
}
