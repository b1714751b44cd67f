// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

@testable import APNSProvider

extension PushOutcome {
    /// A short description of the outcome, for tables: `accepted`, `410 Unregistered`,
    /// `not from APNs: 502`, `unknown, may be processed`, `unknown, not processed`.
    var summary: String {
        switch self {
        case .accepted: "accepted"
        case .rejected(let rejection): "\(rejection.status) \(rejection.reason.rawValue)"
        case .unknown(let unknown) where unknown.code == .notFromAPNs:
            "not from APNs: \(unknown.status ?? 0)"
        case .unknown(let unknown):
            unknown.mayHaveBeenProcessed ? "unknown, may be processed" : "unknown, not processed"
        }
    }
}
