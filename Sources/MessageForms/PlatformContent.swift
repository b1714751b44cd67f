// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// A notification for APNs as the source of the same notification for another platform: the parts
/// that have an equivalent there, and the headers.
package struct PlatformContent: Hashable, Sendable {
    package var payload: JSONObject
    package var collapseID: String?
    /// The time at which the notification expires, in seconds since 1970; 0 for one attempt.
    package var expiration: Int?
    package var priority: PushPriority?

    package init(
        payload: JSONObject, collapseID: String? = nil, expiration: Int? = nil,
        priority: PushPriority? = nil
    ) {
        self.payload = payload
        self.collapseID = collapseID
        self.expiration = expiration
        self.priority = priority
    }

    package var aps: JSONObject { payload["aps"]?.objectValue ?? [:] }

    /// The alert as an object, also if it is a text.
    package var alert: JSONObject? {
        switch aps["alert"] {
        case .string(let text)?: ["body": .string(text)]
        case .object(let object)?: object
        default: nil
        }
    }

    /// The app's own keys.
    package var custom: JSONObject {
        JSONObject(payload.members.filter { $0.key != "aps" })
    }

    package var interruptionLevel: InterruptionLevel? {
        aps["interruption-level"]?.stringValue.flatMap { InterruptionLevel(rawValue: $0) }
    }

    /// Returns the time to live at a time, in seconds, limited to a maximum; `nil` without an
    /// expiration.
    package func timeToLive(at now: Int, max: Int) -> Int? {
        expiration.map { $0 == 0 ? 0 : Swift.min(Swift.max(0, $0 - now), max) }
    }

    /// Returns the paths of keys of `aps` that are not in a set, sorted. A key of the alert has the
    /// prefix `alert.`.
    package func keys(without known: Set<String>) -> [String] {
        var paths = aps.members.filter { $0.key != "alert" }.map(\.key)
        paths += (alert?.members ?? []).map { "alert." + $0.key }
        return paths.filter { !known.contains($0) }.sorted()
    }
}
