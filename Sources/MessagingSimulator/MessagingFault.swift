// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire
import FCM

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
package import Foundation
#endif

/// A failure of a simulated service that a test requests with `POST /v1/faults`. The key `service`
/// names the service.
///
/// `{"service":"fcm","fault":"error","error":"UNAVAILABLE","retry_after":30,"count":2}`
package struct MessagingFault: Codable, Hashable, Sendable {
    package enum Kind: String, Codable, Hashable, Sendable, CaseIterable {
        /// An error code of FCM.
        case error
        /// A response with any given status.
        case status
        /// A delay of `seconds`, and then the usual response.
        case delay
        /// An error of FCM's token endpoint, for instance `invalid_grant`.
        case token
    }

    /// The maximum delay, in seconds.
    package static let secondsMax = 60.0
    /// The maximum number of active faults. Further faults are rejected.
    package static let countMax = 100
    /// The number of the first fault. The faults of APNs are numbered from 1.
    package static let firstID = 1_000_001

    package var service: MessagingServiceName
    package var fault: Kind
    /// The error code, for ``Kind/error`` and ``Kind/token``.
    package var error: String?
    /// The status, for ``Kind/status``.
    package var status: Int?
    /// The reason in the body of a push service's response.
    package var reason: String?
    /// The header `retry-after`: seconds as a number, or a date as text.
    package var retryAfter: JSONValue?
    /// The delay in seconds, for ``Kind/delay``.
    package var seconds: Double?
    /// The number of requests that the fault affects; by default, it affects all requests.
    package var count: Int?
    /// The token or the endpoint to which the fault applies; by default, it applies to all of them.
    package var address: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case service, fault, error, status, reason, seconds, count, address
        case retryAfter = "retry_after"
    }

    package init(service: MessagingServiceName, fault: Kind) {
        self.service = service
        self.fault = fault
    }

    package static let keys = CodingKeys.allCases.map(\.rawValue)

    /// The reason why the fault is invalid, as a text; `nil` if the fault is valid.
    package var problem: String? {
        switch fault {
        case .error:
            guard service == .fcm else { return "web_push has no error codes; use status" }
            guard let error, FCMErrorCode(wire: error) != nil else {
                return "error must be one of "
                    + FCMErrorCode.allCases.map(\.rawValue).joined(separator: ", ")
            }
        case .status:
            guard let status, (200...599).contains(status) else {
                return "status must be a number from 200 to 599"
            }
        case .delay:
            guard let seconds, (0...Self.secondsMax).contains(seconds) else {
                return "seconds must be 0 to \(Int(saturating: Self.secondsMax))"
            }
        case .token:
            guard service == .fcm else { return "only fcm has a token endpoint" }
            guard error?.isEmpty == false else {
                return "error must be a code such as invalid_grant"
            }
        }
        if let count, count < 1 { return "count must be 1 or more" }
        switch retryAfter {
        case nil, .number?, .string?: return nil
        default: return "retry_after must be a number of seconds or a date"
        }
    }

    /// The value of the header `retry-after`.
    var retryAfterText: String? {
        retryAfter?.stringValue ?? retryAfter?.intValue.map { "\($0)" }
    }
}

/// An active fault.
package struct ActiveMessagingFault: Hashable, Sendable {
    package let id: Int
    package let fault: MessagingFault
    package internal(set) var affectedCount = 0

    package var remainingCount: Int? { fault.count.map { $0 - affectedCount } }
}
