// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// The body of `PUT /v1/installations/{installation_id}/badge`.
public struct BadgeRequest: Hashable, Sendable, Codable {
    /// The number from which the gateway counts on, in ``GatewayLimits/badgeBounds``.
    public var badge: Int

    public init(badge: Int) { self.badge = badge }

    /// Reads the request from a JSON body.
    public init(reading bytes: [UInt8]) throws(Problem) {
        let reader = try FormReader(bytes, keys: ["badge"], example: #"{"badge":0}"#)
        badge = try reader.required("badge", reader.integer("badge"))
        guard GatewayLimits.badgeBounds.contains(badge) else {
            throw reader.bad(
                "badge", "is out of range; send 0 to \(GatewayLimits.badgeBounds.upperBound)")
        }
    }
}
