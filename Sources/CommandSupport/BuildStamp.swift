// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The origin of a build. For a distribution, `scripts/stamp.sh` writes this file.
enum BuildStamp {
    /// The commit; empty if it was unknown during the build.
    static let commit = ""
}
