// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for webhooks, their events, and the audit log.
extension Schema {
    static let webhooksUp9: [SchemaVersion.Step] = []

    static let webhooksDown9: [SchemaVersion.Step] = []
}
