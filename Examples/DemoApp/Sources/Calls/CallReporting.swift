// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

#if !canImport(UIKit)
import OpenUserNotifications
#endif

/// A call that a push announced.
struct IncomingCall: Equatable, Sendable {
    let id: UUID
    /// The caller's number.
    let handle: String
    let name: String
    let hasVideo: Bool

    /// Reads a push. Every push has to become a call, so what is missing is replaced.
    init(_ payload: [AnyHashable: Any]) {
        let call = payload["call"] as? [String: Any] ?? [:]
        id = (call["uuid"] as? String).flatMap(UUID.init(uuidString:)) ?? UUID()
        handle = call["handle"] as? String ?? ""
        name = call["name"] as? String ?? String(localized: "Unknown caller")
        hasVideo = call["video"] as? Bool ?? false
    }
}

/// Shows calls to the person; CallKit on a phone.
@MainActor
protocol CallReporting: AnyObject, Sendable {
    /// Shows an incoming call. To be called before the push's handler returns.
    func report(_ call: IncomingCall)
}
