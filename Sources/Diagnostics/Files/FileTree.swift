// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The files of a checkout, on disk or in memory for tests and examples. Access is read-only.
public protocol FileTree: Sendable {
    /// The sorted paths of the files, relative to the root, without build products and dependencies
    /// (``FileTreeLimits/skippedFolders``).
    var paths: [String] { get }

    /// Returns the bytes of a file; `nil` if it is missing, unreadable or larger than the limit.
    func read(_ path: String, byteCountMax: Int) -> [UInt8]?

    /// The folders that have a second path because of a link: their listed paths by the second
    /// ones.
    var aliases: [String: String] { get }

    /// Findings for folders that were not listed completely.
    var problems: [Diagnostic] { get }
}

extension FileTree {
    public var aliases: [String: String] { [:] }

    public var problems: [Diagnostic] { [] }

    /// Returns a file's text, named by its path; `nil` as for ``read(_:byteCountMax:)``.
    public func source(
        _ path: String, byteCountMax: Int = FileTreeLimits.fileByteCountMax
    ) -> SourceText? {
        read(path, byteCountMax: byteCountMax).map { SourceText(name: path, bytes: $0) }
    }
}

/// Limits for reading a checkout.
public enum FileTreeLimits {
    /// The maximum number of files in a checkout; further ones are ignored.
    public static let fileCountMax = 50_000
    /// The maximum size of a file in bytes; larger ones are not read.
    public static let fileByteCountMax = 4 << 20
    /// The maximum nesting of folders.
    public static let depthMax = 32
    /// The maximum number of problems that are reported for a checkout.
    public static let problemCountMax = 200
    /// The size of an app's Swift code, in bytes, up to which all of it is parsed.
    public static let smallSwiftByteCountMax = 128 << 10
    /// The maximum size of Swift code, in bytes, that is parsed because it concerns notifications.
    public static let swiftByteCountMax = 16 << 20
    /// The maximum number of files that are parsed only because other files depend on them: a
    /// constant, a function that runs at launch, the first view.
    public static let followedFileCountMax = 40
    /// The maximum size of such a file in bytes.
    public static let followedByteCountMax = 64 << 10
    /// The maximum number of targets in a checkout.
    public static let targetCountMax = 2_000
    /// Folders with build products, dependencies or other files that are not source code.
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
