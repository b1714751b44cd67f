// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The parts of a notification for APNs from which the same notification for another platform is
/// made: the payload, and the headers that have an equivalent there.
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

    /// The alert as an object, even if the payload contains it as a string.
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

    /// Returns the time to live in seconds, counted from `now` and limited to a maximum; `nil` if
    /// the notification has no expiration.
    package func timeToLive(at now: Int, max: Int) -> Int? {
        expiration.map { $0 == 0 ? 0 : Swift.min(Swift.max(0, $0 - now), max) }
    }

    /// Returns the sorted paths of the keys of `aps`, except the paths in `known`. A key of the
    /// alert has the prefix `alert.`.
    package func keys(without known: Set<String>) -> [String] {
        var paths = aps.members.filter { $0.key != "alert" }.map(\.key)
        paths += (alert?.members ?? []).map { "alert." + $0.key }
        return paths.filter { !known.contains($0) }.sorted()
    }
}
