// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A new app with push notifications, file by file: this folder's app under another name.
public struct AppTemplate: Sendable {
    /// One file of it.
    public struct File: Hashable, Sendable {
        /// From the app's folder.
        public let path: String
        public let text: String
    }

    /// Where the new app takes this package from.
    public enum Package: Hashable, Sendable {
        /// A folder, from the new app's folder `Push` on.
        case path(String)
        case repository(url: String, branch: String)

        var dependency: String {
            switch self {
            case .path(let path): #"name: "bellhop", path: "\#(path)""#
            case .repository(let url, let branch): #"url: "\#(url)", branch: "\#(branch)""#
            }
        }
    }

    /// What the example is called here, and is replaced.
    private static let name = "Postcard"
    private static let bundleID = "dev.bellhop.postcard"
    private static let package = #"name: "bellhop", path: "../../..""#
    /// Lines that each source file of this project begins with, and a new app does not.
    private static let header = """
        // Bellhop: push notifications for Apple platforms, whole and testable anywhere.
        // SPDX-License-Identifier: Apache-2.0


        """

    public let files: [File]

    /// - Parameters:
    ///   - name: the app's name, which is also a name of Swift modules.
    ///   - bundleID: the app's bundle identifier.
    public init(name: String, bundleID: String, package: Package) {
        files = Self.sources.map { path, bytes in
            var text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix(Self.header) { text.removeFirst(Self.header.count) }
            // The identifier first: it does not have the name in it, but might after replacing.
            text = text.replacing(Self.bundleID, with: bundleID)
                .replacing(Self.name, with: name)
                .replacing(Self.package, with: package.dependency)
            return File(path: path.replacing(Self.name, with: name), text: text)
        }
    }
}
