// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The time at which an app's certificate expires.
struct CertificateExpiry: Hashable, Sendable {
    /// How long before the expiration the gateway begins to warn, in seconds: 30 days.
    static let warningSeconds = 30.0 * 24 * 3600

    let bundleID: String
    let expiresAt: Date

    /// Whether the certificate has expired.
    func isOver(at now: Date) -> Bool { expiresAt <= now }

    /// Whether the certificate has expired or will soon expire.
    func isNear(at now: Date) -> Bool {
        expiresAt.timeIntervalSince(now) < Self.warningSeconds
    }
}
