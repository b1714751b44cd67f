// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// The decisions of FCM's servers: access tokens, checks of messages, and which devices receive
/// them. The order of the checks is chosen; Google does not document it.
package struct FCMService: Sendable {
    /// An access token that the service gave out.
    struct Access: Sendable {
        let projectID: String
        let scopes: Set<Substring>
        let expiry: Date
    }

    /// The maximum number of devices. Further ones are rejected.
    package static let deviceCountMax = 10_000
    /// The maximum number of access tokens that are valid at a time. Beyond this number, all
    /// become invalid.
    static let accessCountMax = 1000

    package internal(set) var projects: [FCMProject] = []
    package internal(set) var devices: [FCMDevice] = []
    var accesses: [String: Access] = [:]

    package init() {}

    /// The scopes that permit sending.
    static let sendingScopes: Set<Substring> = [
        "https://www.googleapis.com/auth/firebase.messaging",
        "https://www.googleapis.com/auth/cloud-platform",
    ]

    func project(_ reference: String) -> FCMProject? {
        projects.first { $0.id == reference || $0.number == reference }
    }

    /// Returns the device of a token or of an installation ID.
    func device(_ reference: String) -> FCMDevice? {
        devices.first { $0.token == reference || $0.installationID == reference }
    }
}

/// The result of a request, before faults and the log.
struct MessagingResult {
    var response: MessagingResponse
    var entry: MessagingLogEntry
}
