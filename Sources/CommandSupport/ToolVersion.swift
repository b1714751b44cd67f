// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The version of the command-line tool, for `--version` and reports.
package enum ToolVersion {
    package static let current = "0.1.0"

    /// The version with the commit and the kind of the build, for instance `0.1.0 (1f2e3d4c5b6a,
    /// release)`. If the commit was unknown during the build, this is only the version.
    package static let detailed = detailed(commit: BuildStamp.commit)

    static func detailed(commit: String) -> String {
        #if DEBUG
        let kind = "debug"
        #else
        let kind = "release"
        #endif
        return commit.isEmpty ? current : "\(current) (\(commit), \(kind))"
    }
}
