// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The version of the command-line tool, for `--version` and reports.
package enum ToolVersion {
    package static let current = "0.1.0"
}
