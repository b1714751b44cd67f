// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for templates and their versions.
extension Schema {
    static let templatesUp9: [SchemaVersion.Step] = []

    static let templatesDown9: [SchemaVersion.Step] = []
}
