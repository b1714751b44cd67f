// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// How results are printed.
package enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
