// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The files of a checkout, either on disk, or in memory for tests and examples. Access is
/// read-only.
public protocol FileTree: Sendable {
    /// The sorted paths of the files, relative to the root. Folders with build products and
    /// dependencies are excluded; see ``FileTreeLimits/skippedFolders``.
    var paths: [String] { get }

    /// Returns the bytes of a file; `nil` if it is missing, unreadable or larger than the limit.
    func read(_ path: String, byteCountMax: Int) -> [UInt8]?

    /// For each path that leads through a link to a folder in the tree, the path under which that
    /// folder is listed.
    var aliases: [String: String] { get }

    /// Findings for folders that were not listed completely.
    var problems: [Diagnostic] { get }
}

extension FileTree {
    public var aliases: [String: String] { [:] }

    public var problems: [Diagnostic] { [] }

    /// Returns the text of a file, named by the file's path. Returns `nil` in the same cases as
    /// ``read(_:byteCountMax:)``.
    public func source(
        _ path: String, byteCountMax: Int = FileTreeLimits.fileByteCountMax
    ) -> SourceText? {
        read(path, byteCountMax: byteCountMax).map { SourceText(name: path, bytes: $0) }
    }
}

/// Limits for reading a checkout.
public enum FileTreeLimits {
    /// The maximum number of files in a checkout. Further files are ignored.
    public static let fileCountMax = 50_000
    /// The maximum size of a file in bytes. Larger files are not read.
    public static let fileByteCountMax = 4 << 20
    /// The maximum nesting depth of folders.
    public static let depthMax = 32
    /// The maximum number of problems that are reported for a checkout.
    public static let problemCountMax = 200
    /// If an app's Swift code has at most this size in bytes, all of the code is parsed.
    public static let smallSwiftByteCountMax = 128 << 10
    /// The maximum total size, in bytes, of the Swift code that is parsed because it is related to
    /// notifications.
    public static let swiftByteCountMax = 16 << 20
    /// The maximum number of files that are parsed only because other files depend on them. Such a
    /// file declares a constant, a function that runs at launch, or the first view.
    public static let followedFileCountMax = 40
    /// The maximum size, in bytes, of a file that is parsed only because other files depend on it.
    public static let followedByteCountMax = 64 << 10
    /// The maximum number of targets in a checkout.
    public static let targetCountMax = 2_000
    /// The names of folders with build products, dependencies or other files that are not the app's
    /// source code.
    public static let skippedFolders: Set<String> = [
        ".git", ".build", ".swiftpm", "DerivedData", "Pods", "Carthage", "node_modules", "build",
    ]
}

/// A checkout in memory.
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
