// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The files of a checkout while its manifests are read: looks folders up, and reads a property
/// list once however many configurations name it.
///
/// One reading owns it and does not share it, so that a class may keep what was read.
final class CheckoutFiles {
    let tree: any FileTree
    let paths: [String]
    let profiles: [ProvisioningProfile]
    private let known: Set<String>
    private var plists: [String: Result<PlistFile, PlistProblem>] = [:]
    private var configurations: [String: XcconfigFile?] = [:]

    init(_ tree: any FileTree, profiles: [ProvisioningProfile]) {
        self.tree = tree
        paths = tree.paths
        known = Set(paths)
        self.profiles = profiles
    }

    enum PlistProblem: Error {
        case missing
        case unreadable(Diagnostic)
    }

    func contains(_ path: String) -> Bool { known.contains(path) }

    /// A file under its own path, or all files in a folder.
    func files(under path: String) -> [String] {
        if known.contains(path) { return [path] }
        guard !path.isEmpty else { return paths }
        // Paths are sorted, and those of a folder stand together.
        let prefix = path + "/"
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle] < prefix { low = middle + 1 } else { high = middle }
        }
        return Array(paths[low...].prefix { $0.hasPrefix(prefix) })
    }

    func source(_ path: String) -> SourceText? { tree.source(path) }

    func xcconfig(_ path: String) -> XcconfigFile? {
        if let read = configurations[path] { return read }
        let file = XcconfigFile(reading: path, in: tree)
        configurations[path] = .some(file)
        return file
    }

    func plist(_ path: String) -> Result<PlistFile, PlistProblem> {
        if let read = plists[path] { return read }
        let result: Result<PlistFile, PlistProblem>
        if let source = tree.source(path) {
            do throws(PlistError) {
                result = .success(try PlistFile(reading: source))
            } catch { result = .failure(.unreadable(error.diagnostic(in: source))) }
        } else {
            result = .failure(.missing)
        }
        plists[path] = result
        return result
    }

    /// The profile of a name or identifier.
    func profile(named name: String) -> ProvisioningProfile? {
        profiles.first { $0.name == name || $0.uuid == name }
    }
}

extension PlistError {
    /// The error as an entry of ``AppProject/problems``.
    func diagnostic(in source: SourceText, rule: ProjectProblem = .unreadablePlist) -> Diagnostic {
        Diagnostic(
            rule: rule.rawValue, severity: .warning,
            message: "\(description); the file was not looked at",
            remedy: rule == .unreadablePlist ? "check it with plutil -lint" : "",
            location: source.location(
                offset.map { min($0, source.bytes.count)..<min($0 + 1, source.bytes.count) }))
    }
}
