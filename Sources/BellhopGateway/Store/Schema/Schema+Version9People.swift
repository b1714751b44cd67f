// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for topics, consent and aliases.
extension Schema {
    static let peopleUp9: [SchemaVersion.Step] = []

    static let peopleDown9: [SchemaVersion.Step] = []
}
