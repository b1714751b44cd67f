// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import BellhopKit
import Foundation
import UserNotificationsShim

/// A call that a push announced.
struct IncomingCall: Equatable, Sendable {
    let id: UUID
    /// The caller's number.
    let handle: String
    let name: String
    let hasVideo: Bool

    /// Reads a push. Every push has to become a call, so missing values are replaced.
    init(_ payload: PushPayload) {
        id = payload.string("call.uuid").flatMap(UUID.init(uuidString:)) ?? UUID()
        handle = payload.string("call.handle") ?? ""
        name = payload.string("call.name") ?? String(localized: "Unknown caller")
        hasVideo = payload.bool("call.video") ?? false
    }
}
