// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

/// A response of APNs with status 200. Source: "Handling notification responses from APNs".
public struct Acceptance: Sendable, Hashable {
    /// The identifier of the notification, in capital letters: the `apns-id` of the request, or an
    /// identifier that APNs generated. `nil` when the response had no valid UUID.
    public var apnsID: APNSID?
    /// The identifier by which to look up the notification in Apple's delivery log; only the
    /// sandbox sends it.
    public var uniqueID: String?

    public init(apnsID: APNSID? = nil, uniqueID: String? = nil) {
        self.apnsID = apnsID
        self.uniqueID = uniqueID
    }
}
