// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics

/// The files of a checkout: on disk, or in memory for tests and examples. Nothing can be written.
public protocol FileTree: Sendable {
    /// Paths of the files, relative to the root, sorted; without what is built or fetched
    /// (``FileTreeLimits/skippedFolders``).
    var paths: [String] { get }

    /// The bytes of a file; `nil` when it is not there, not readable or larger than the limit.
    func read(_ path: String, byteCountMax: Int) -> [UInt8]?

    /// Folders that were not listed whole.
    var problems: [Diagnostic] { get }
}

extension FileTree {
    public var problems: [Diagnostic] { [] }

    /// The text of a file under its path; `nil` as for ``read(_:byteCountMax:)``.
    public func source(
        _ path: String, byteCountMax: Int = FileTreeLimits.fileByteCountMax
    ) -> SourceText? {
        read(path, byteCountMax: byteCountMax).map { SourceText(name: path, bytes: $0) }
    }
}

/// What a checkout is read up to.
public enum FileTreeLimits {
    /// Files of a checkout; further ones are not seen.
    public static let fileCountMax = 50_000
    /// Bytes of one file; a larger one is not read.
    public static let fileByteCountMax = 4 << 20
    /// Folders inside each other.
    public static let depthMax = 32
    /// Problems of a checkout that are told of.
    public static let problemCountMax = 200
    /// Bytes of Swift that are parsed whatever they hold; beyond that, only files that mention
    /// notifications.
    public static let swiftByteCountMax = 2 << 20
    /// Targets of a checkout.
    public static let targetCountMax = 2_000
    /// Folders that hold what is built or fetched, and what is nobody's source.
    public static let skippedFolders: Set<String> = [
        ".git", ".build", ".swiftpm", "DerivedData", "Pods", "Carthage", "node_modules", "build",
    ]
}

/// Files in memory.
public struct MemoryTree: FileTree {
    private let files: [String: [UInt8]]

    public init(bytes files: [String: [UInt8]]) { self.files = files }

    public init(_ files: [String: String]) { self.files = files.mapValues { Array($0.utf8) } }

    public var paths: [String] { files.keys.sorted() }

    public func read(_ path: String, byteCountMax: Int) -> [UInt8]? {
        guard let bytes = files[path], bytes.count <= byteCountMax else { return nil }
        return bytes
    }
}
