// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The files of a checkout: on disk, or in memory for tests and examples. Nothing can be written.
public protocol FileTree: Sendable {
    /// Paths of the files, relative to the root, sorted; without what is built or fetched
    /// (``FileTreeLimits/skippedFolders``).
    var paths: [String] { get }

    /// The bytes of a file; `nil` when it is not there, not readable or larger than the limit.
    func read(_ path: String, byteCountMax: Int) -> [UInt8]?

    /// Folders that have a second path because of a link: their listed path by the second one.
    var aliases: [String: String] { get }

    /// Folders that were not listed whole.
    var problems: [Diagnostic] { get }
}

extension FileTree {
    public var aliases: [String: String] { [:] }

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
    /// Bytes of an app's Swift up to which all of it is parsed, whatever it holds.
    public static let smallSwiftByteCountMax = 128 << 10
    /// Bytes of Swift that are parsed because they hold what has to do with notifications.
    public static let swiftByteCountMax = 16 << 20
    /// Files that are parsed only because other files lean on them: a constant, a function that
    /// runs at launch, the first view.
    public static let followedFileCountMax = 40
    /// Bytes of such a file.
    public static let followedByteCountMax = 64 << 10
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
