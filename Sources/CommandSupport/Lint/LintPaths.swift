// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Foundation

/// The files that the arguments specify. An argument is a file, a folder or `-`.
struct LintPaths {
    /// The argument that represents standard input.
    static let standardInput = "-"
    /// The extension of files that are payloads.
    private static let payloadSuffix = ".apns"
    /// The extension of files that may be payloads.
    private static let jsonSuffix = ".json"

    /// A file.
    struct Entry {
        /// The path in the form in which it is displayed. If the current folder contains the file,
        /// the path is relative to that folder.
        let path: String
        /// Whether the file was found in a folder and is examined only if it is a payload.
        let isUncertain: Bool
        /// Whether the file was found in a folder, as opposed to being specified as an argument.
        let isFound: Bool
    }

    /// The files in the order of the arguments. The files in a folder are ordered by name.
    private(set) var entries: [Entry] = []
    private(set) var skipped: [DiagnosticReport.Skipped] = []
    private var seen: Set<String> = []

    init(_ arguments: [String]) throws {
        for argument in arguments {
            if argument == Self.standardInput {
                add(argument)
                continue
            }
            let path = Self.shown(argument)
            var isFolder: ObjCBool = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder),
                isFolder.boolValue
            {
                try add(folder: path)
            } else {
                add(path)
            }
        }
    }

    private mutating func add(
        _ path: String, isUncertain: Bool = false, isFound: Bool = false
    ) {
        guard seen.insert(path).inserted else { return }
        entries.append(Entry(path: path, isUncertain: isUncertain, isFound: isFound))
    }

    private mutating func add(folder: String) throws {
        let tree: DiskTree
        do { tree = try DiskTree(root: folder) } catch {
            throw CommandFailure(.unreadable, "\(error); check its permissions")
        }
        let prefix = folder == "." ? "" : folder.hasSuffix("/") ? folder : folder + "/"
        for path in tree.paths {
            let name = path.lowercased()
            if name.hasSuffix(Self.payloadSuffix) {
                add(prefix + path, isFound: true)
            } else if name.hasSuffix(Self.jsonSuffix), !Self.isCatalogIndex(prefix + name) {
                add(prefix + path, isUncertain: true, isFound: true)
            }
        }
        skipped += tree.problems.map {
            DiagnosticReport.Skipped(prefix + $0.location.file, $0.message)
        }
    }

    /// Returns whether a file, given in lower case, describes a folder of an asset catalog. A
    /// catalog has many of these files, and none of them is a payload.
    private static func isCatalogIndex(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.last == "contents.json" && parts.contains { $0.hasSuffix(".xcassets") }
    }

    /// The folder that contains all files; `.` if there is no such folder.
    var commonFolder: String {
        let folders = entries.filter { $0.path != Self.standardInput }
            .map { $0.path.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
        guard var common = folders.first else { return "." }
        for folder in folders {
            while !folder.starts(with: common) { common.removeLast() }
        }
        let path = common.joined(separator: "/")
        return path.isEmpty ? (common.isEmpty ? "." : "/") : path
    }

    /// Returns the shortest form of a path, without `./`, doubled slashes and the path of the
    /// current folder.
    private static func shown(_ path: String) -> String {
        let here = FileManager.default.currentDirectoryPath + "/"
        var path = path
        while path.contains("//") { path = path.replacing("//", with: "/") }
        if path.hasPrefix(here), path.count > here.count { path.removeFirst(here.count) }
        while path.hasPrefix("./"), path.count > 2 { path.removeFirst(2) }
        if path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
