// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for campaigns with schedules, drafts and variants.
extension Schema {
    static let schedulesUp9: [SchemaVersion.Step] = []

    static let schedulesDown9: [SchemaVersion.Step] = []
}
