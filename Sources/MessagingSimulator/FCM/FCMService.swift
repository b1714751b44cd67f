// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// The decisions of FCM's servers: they issue access tokens, check messages, and select the devices
/// that receive a message. Google does not document the order of the checks; Bellhop chose it.
package struct FCMService: Sendable {
    /// An access token that the service issued.
    struct Access: Sendable {
        let projectID: String
        let scopes: Set<Substring>
        let expiry: Date
    }

    /// The maximum number of devices. Further devices are rejected.
    package static let deviceCountMax = 10_000
    /// The maximum number of access tokens that are valid at the same time. A further access token
    /// makes all earlier ones invalid.
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
