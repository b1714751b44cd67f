// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import Foundation

/// A checkout on disk. It is listed once, when it is made; nothing is ever written.
///
/// Links are followed where they lead into the checkout, and each folder is entered once, so that
/// a loop of links ends. What lies outside of the checkout is not read, whatever names it.
public struct DiskTree: FileTree {
    public let paths: [String]
    public let problems: [Diagnostic]
    private let root: String
    private let known: Set<String>

    /// Lists the files of a folder, up to ``FileTreeLimits``.
    ///
    /// - Throws: ``DiskTreeError`` when it is no folder, or may not be read.
    public init(root: String) throws(DiskTreeError) {
        let real = URL(fileURLWithPath: root).resolvingSymlinksInPath().path
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: real, isDirectory: &isFolder) else {
            throw DiskTreeError(description: "\(root) is not there")
        }
        guard isFolder.boolValue else { throw DiskTreeError(description: "\(root) is no folder") }
        guard FileManager.default.isReadableFile(atPath: real) else {
            throw DiskTreeError(description: "\(root) may not be read")
        }
        var walk = DiskWalk(root: real)
        walk.run()
        self.root = real
        paths = walk.paths.sorted()
        known = Set(paths)
        problems = walk.problems
    }

    public func read(_ path: String, byteCountMax: Int) -> [UInt8]? {
        guard known.contains(path),
            let handle = FileHandle(forReadingAtPath: root + "/" + path)
        else { return nil }
        defer { try? handle.close() }
        do {
            // One byte more than allowed tells a larger file, whatever its size was said to be.
            let data = try handle.read(upToCount: byteCountMax + 1) ?? Data()
            return data.count <= byteCountMax ? Array(data) : nil
        } catch { return nil }
    }
}

/// Why a folder is not a checkout that can be read.
public struct DiskTreeError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
}

/// One walk over the folders of a checkout.
private struct DiskWalk {
    let root: String
    var paths: [String] = []
    var problems: [Diagnostic] = []
    private var entered: Set<String> = []
    private var queue: [(path: String, depth: Int)] = [("", 0)]

    init(root: String) { self.root = root }

    mutating func run() {
        while let (folder, depth) = queue.popLast() {
            guard paths.count < FileTreeLimits.fileCountMax else {
                note("the checkout has more than \(FileTreeLimits.fileCountMax) files", at: folder)
                return
            }
            enter(folder, depth)
        }
    }

    private mutating func enter(_ folder: String, _ depth: Int) {
        let place = folder.isEmpty ? root : root + "/" + folder
        guard entered.insert(URL(fileURLWithPath: place).resolvingSymlinksInPath().path).inserted
        else { return }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: place) else {
            note("the folder may not be read", at: folder)
            return
        }
        for name in names.sorted() where !FileTreeLimits.skippedFolders.contains(name) {
            let path = folder.isEmpty ? name : folder + "/" + name
            switch kind(of: root + "/" + path) {
            case .typeRegular: paths.append(path)
            case .typeDirectory where depth + 1 > FileTreeLimits.depthMax:
                note("folders inside each other beyond \(FileTreeLimits.depthMax)", at: path)
            case .typeDirectory: queue.append((path, depth + 1))
            // Pipes and devices are no source, and reading one could wait forever.
            default: break
            }
        }
    }

    /// The kind of a file, or of what a link leads to inside the checkout.
    private func kind(of place: String) -> FileAttributeType? {
        let type = attribute(of: place)
        guard type == .typeSymbolicLink else { return type }
        let target = URL(fileURLWithPath: place).resolvingSymlinksInPath().path
        guard target.hasPrefix(root + "/"), target != place else { return nil }
        return attribute(of: target)
    }

    private func attribute(of place: String) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: place)
        return attributes?[.type] as? FileAttributeType
    }

    private mutating func note(_ message: String, at path: String) {
        guard problems.count < FileTreeLimits.problemCountMax else { return }
        problems.append(
            Diagnostic(
                rule: ProjectProblem.unreadableFolder.rawValue, severity: .warning,
                message: message + "; the rest was not looked at",
                location: Diagnostic.Location(file: path.isEmpty ? "." : path)))
    }
}
