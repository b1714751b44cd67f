// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// The output format of results.
package enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json
}
