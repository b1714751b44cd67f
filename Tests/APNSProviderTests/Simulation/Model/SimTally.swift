// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider

/// What happened in many simulations, to verify that the conditions are neither too favorable nor
/// too hostile.
struct SimTally: CustomStringConvertible {
    var requestCount = 0
    var acceptedCount = 0
    var rejectedCount = 0
    /// Requests with an unknown outcome that may have been processed.
    var openCount = 0
    /// Requests with an unknown outcome that were not processed.
    var unsentCount = 0
    var closedCount = 0
    var connectionCount = 0
    /// The number of times that servers received a request again.
    var repeatedCount = 0
    var refusedCount = 0
    var expiredCount = 0

    mutating func add(_ world: SimWorld) {
        connectionCount += world.links.count
        requestCount += world.record.requests.count
        for request in world.record.requests {
            switch request.outcome {
            case .response(let response):
                if response.status == 200 { acceptedCount += 1 } else { rejectedCount += 1 }
            case .unknown(let unknown):
                if unknown.mayHaveBeenProcessed { openCount += 1 } else { unsentCount += 1 }
            case .closed: closedCount += 1
            case nil: break
            }
        }
        let attempts = world.record.attempts
        repeatedCount += attempts.count - Set(attempts.map(\.request)).count
        refusedCount += attempts.count { $0.isRefused }
        expiredCount += attempts.count { $0.response?.isExpiredToken == true }
    }

    var description: String {
        """
        \(requestCount) requests on \(connectionCount) connections: \(acceptedCount) accepted, \
        \(rejectedCount) rejected, \(openCount) perhaps processed, \(unsentCount) not processed, \
        \(closedCount) after the shutdown; \(repeatedCount) repeats, \(refusedCount) refusals, \
        \(expiredCount) expired tokens
        """
    }
}
