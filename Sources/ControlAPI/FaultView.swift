// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// An active fault; an element of the response of `GET /v1/faults`.
package struct FaultView: Codable, Sendable, Hashable {
    /// The number that identifies the fault in `DELETE /v1/faults/{id}`.
    package let id: Int
    /// The fault as the client requested it, with any device token in shortened form.
    package let fault: JSONValue
    /// Whether the fault's `after_seconds` have passed.
    package let isActive: Bool
    /// The number of requests or connections that the fault has affected.
    package let affected: Int
    /// The number of further requests or connections that the fault will affect; absent if there is
    /// no limit.
    package let remaining: Int?

    enum CodingKeys: String, CodingKey {
        case id, fault, affected, remaining
        case isActive = "is_active"
    }

    package init(id: Int, fault: JSONValue, isActive: Bool, affected: Int, remaining: Int?) {
        self.id = id
        self.fault = fault
        self.isActive = isActive
        self.affected = affected
        self.remaining = remaining
    }
}
