// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for results and reports.
extension Schema {
    static let resultsUp9: [SchemaVersion.Step] = []

    static let resultsDown9: [SchemaVersion.Step] = []
}
