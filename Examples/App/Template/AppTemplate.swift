// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The files of a new app with push notifications: the app in this folder, with another name.
public struct AppTemplate: Sendable {
    /// One file of the new app.
    public struct File: Hashable, Sendable {
        /// The path, relative to the app's folder.
        public let path: String
        public let text: String
    }

    /// The location from which the new app gets this package.
    public enum Package: Hashable, Sendable {
        /// A path, relative to the new app's folder `Push`.
        case path(String)
        case repository(url: String, branch: String)

        var dependency: String {
            switch self {
            case .path(let path): #"name: "bellhop", path: "\#(path)""#
            case .repository(let url, let branch): #"url: "\#(url)", branch: "\#(branch)""#
            }
        }
    }

    /// The example's names, which are replaced.
    private static let name = "Postcard"
    private static let bundleID = "dev.bellhop.postcard"
    private static let package = #"name: "bellhop", path: "../../..""#
    /// The lines at the start of each source file of this project, which a new app omits.
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
            // The identifier first: it does not contain the name, but might after the replacement.
            text = text.replacing(Self.bundleID, with: bundleID)
                .replacing(Self.name, with: name)
                .replacing(Self.package, with: package.dependency)
            return File(path: path.replacing(Self.name, with: name), text: text)
        }
    }
}
