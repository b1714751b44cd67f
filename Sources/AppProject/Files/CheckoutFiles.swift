// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics

/// The files of a checkout while its manifests are read. A file is found even if a manifest spells
/// its path differently. Each property list is read only once, even if many configurations refer to
/// it.
///
/// This is a class because it caches files; each reading of a checkout has its own instance.
final class CheckoutFiles {
    let tree: any FileTree
    let paths: [String]
    let profiles: [ProvisioningProfile]
    private let known: Set<String>
    /// The actual spelling of each file or folder path, by the path in lower case. The dictionary
    /// is computed when a path is not found for the first time.
    private lazy var spellings = Self.spellings(of: paths)
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

    func contains(_ path: String) -> Bool { known.contains(actual(path)) }

    /// Returns the path of a file or folder as the checkout lists it. The given path may differ in
    /// letter case, which the file systems of macOS ignore, or contain a symbolic link. A path that
    /// does not exist is returned unchanged.
    func actual(_ path: String) -> String {
        guard !path.isEmpty, !known.contains(path) else { return path }
        var path = path
        for (alias, target) in tree.aliases where FilePath.isInside(path, alias) {
            path = target + path.dropFirst(alias.count)
            if path.hasPrefix("/") { path.removeFirst() }
            if known.contains(path) { return path }
        }
        let range = filesInside(path)
        return range.isEmpty ? spellings[path.lowercased()] ?? path : path
    }

    private static func spellings(of paths: [String]) -> [String: String] {
        var spellings: [String: String] = [:]
        for path in paths {
            var path = path
            while !path.isEmpty, spellings.updateValue(path, forKey: path.lowercased()) == nil {
                path = FilePath.folder(of: path)
            }
        }
        return spellings
    }

    /// Returns the paths of all files in a folder. For the path of a file, returns only that file.
    func files(under path: String) -> [String] {
        let path = actual(path)
        if known.contains(path) { return [path] }
        guard !path.isEmpty else { return paths }
        return Array(filesInside(path))
    }

    /// Returns the files inside a folder. The paths are sorted, so the files of a folder are
    /// contiguous and are found by binary search.
    private func filesInside(_ path: String) -> ArraySlice<String> {
        let prefix = path + "/"
        var low = 0
        var high = paths.count
        while low < high {
            let middle = (low + high) / 2
            if paths[middle] < prefix { low = middle + 1 } else { high = middle }
        }
        return paths[low...].prefix { $0.hasPrefix(prefix) }
    }

    func source(_ path: String) -> SourceText? { tree.source(actual(path)) }

    func bytes(_ path: String) -> [UInt8]? {
        tree.read(path, byteCountMax: FileTreeLimits.fileByteCountMax)
    }

    func xcconfig(_ path: String) -> XcconfigFile? {
        let path = actual(path)
        if let read = configurations[path] { return read }
        let file = XcconfigFile(reading: path, in: self)
        configurations[path] = .some(file)
        return file
    }

    func plist(_ path: String) -> Result<PlistFile, PlistProblem> {
        let path = actual(path)
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

    /// Returns the provisioning profile with this name or UUID.
    func profile(named name: String) -> ProvisioningProfile? {
        profiles.first { $0.name == name || $0.uuid == name }
    }
}

extension PlistError {
    /// Returns the error as an entry of ``AppProject/problems``.
    func diagnostic(in source: SourceText, rule: ProjectProblem = .unreadablePlist) -> Diagnostic {
        Diagnostic(
            rule: rule.rawValue, severity: .warning,
            message: "\(description); the file was not examined",
            remedy: rule == .unreadablePlist ? "check it with `plutil -lint`" : "",
            location: source.location(
                offset.map { min($0, source.bytes.count)..<min($0 + 1, source.bytes.count) }))
    }
}
