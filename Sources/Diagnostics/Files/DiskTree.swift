// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A checkout on disk. The initializer lists the files once. The type never writes to the disk.
///
/// A symbolic link is followed only if it leads into the checkout, and each folder is entered only
/// once, so that cycles of links end. Files outside the checkout are never read.
public struct DiskTree: FileTree {
    /// The rule of the findings in ``problems``.
    public static let problemRule = "unreadable-folder"

    public let paths: [String]
    public let aliases: [String: String]
    public let problems: [Diagnostic]
    private let root: String
    private let known: Set<String>

    /// Lists the files of a folder, within ``FileTreeLimits``.
    ///
    /// - Throws: ``DiskTreeError`` if the path is not a folder, or the folder is not readable.
    public init(root: String) throws(DiskTreeError) {
        guard let real = DiskFolder.realPath(of: root) else {
            throw DiskTreeError(description: "\(root) does not exist")
        }
        guard DiskFolder.kind(of: real) == .folder else {
            throw DiskTreeError(description: "\(root) is not a folder")
        }
        guard DiskFolder.entries(of: real) != nil else {
            throw DiskTreeError(description: "\(root) is not readable")
        }
        var walk = DiskWalk(root: real)
        walk.run()
        self.root = real
        paths = walk.paths.sorted()
        aliases = walk.aliases
        known = Set(paths)
        problems = walk.problems
    }

    public func read(_ path: String, byteCountMax: Int) -> [UInt8]? {
        guard known.contains(path) else { return nil }
        return DiskFolder.read(root + "/" + path, byteCountMax: byteCountMax)
    }
}

/// The reason why a folder cannot be read as a checkout.
public struct DiskTreeError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

/// A walk through the folders of a checkout.
private struct DiskWalk {
    /// A folder to be listed: its path in the checkout, and its path with links resolved.
    private struct Folder {
        let path: String
        let real: String
        let depth: Int
    }

    let root: String
    private(set) var paths: [String] = []
    /// For each path that leads through a link to a folder in the tree, the path under which that
    /// folder is listed.
    private(set) var aliases: [String: String] = [:]
    private(set) var problems: [Diagnostic] = []
    /// The folders that have been listed: their paths in the checkout, by their paths with links
    /// resolved.
    private var entered: [String: String] = [:]
    private var folders: [Folder]
    private var links: [Folder] = []

    init(root: String) {
        self.root = root
        folders = [Folder(path: "", real: root, depth: 0)]
    }

    mutating func run() {
        // Folders come before links, so that each file is listed under its own path and not under
        // the path of a link.
        while let folder = folders.popLast() ?? links.popLast() {
            guard paths.count < FileTreeLimits.fileCountMax else {
                note(
                    "the checkout has more than \(FileTreeLimits.fileCountMax) files",
                    at: folder.path)
                return
            }
            enter(folder)
        }
    }

    private mutating func enter(_ folder: Folder) {
        if let first = entered[folder.real] {
            aliases[folder.path] = first
            return
        }
        entered[folder.real] = folder.path
        guard let entries = DiskFolder.entries(of: folder.real) else {
            note("the folder is not readable", at: folder.path)
            return
        }
        for entry in entries.sorted(by: { $0.name < $1.name })
        where !FileTreeLimits.skippedFolders.contains(entry.name) {
            let path = folder.path.isEmpty ? entry.name : folder.path + "/" + entry.name
            add(entry.kind, path, real: folder.real + "/" + entry.name, depth: folder.depth + 1)
        }
    }

    private mutating func add(_ kind: DiskFolder.Kind, _ path: String, real: String, depth: Int) {
        switch kind {
        case .file: paths.append(path)
        case .folder where depth > FileTreeLimits.depthMax:
            note("folders are nested more than \(FileTreeLimits.depthMax) levels deep", at: path)
        case .folder: folders.append(Folder(path: path, real: real, depth: depth))
        case .link:
            guard let target = DiskFolder.realPath(of: real), target.hasPrefix(root + "/") else {
                return
            }
            switch DiskFolder.kind(of: target) {
            case .file: paths.append(path)
            case .folder where depth <= FileTreeLimits.depthMax:
                links.append(Folder(path: path, real: target, depth: depth))
            default: break
            }
        // Pipes and devices contain no source code, and reading them could block indefinitely.
        case .other: break
        }
    }

    private mutating func note(_ message: String, at path: String) {
        guard problems.count < FileTreeLimits.problemCountMax else { return }
        problems.append(
            Diagnostic(
                rule: DiskTree.problemRule, severity: .warning,
                message: message + "; the rest was not examined",
                location: Diagnostic.Location(file: path.isEmpty ? "." : path)))
    }
}
