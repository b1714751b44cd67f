// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The version of the command-line tool, as `--version` and reports say it.
package enum ToolVersion {
    package static let current = "0.1.0"
}
