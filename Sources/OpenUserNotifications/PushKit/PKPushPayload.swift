// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The contents of a PushKit push. Available since iOS 8.0.
public final class PKPushPayload: NSObject, Sendable {
    /// The kind of push.
    public let type: PKPushType
    private let entries: [String: PropertyList]

    package init(type: PKPushType, entries: [String: PropertyList]) {
        self.type = type
        self.entries = entries
        super.init()
    }

    /// The payload.
    public var dictionaryPayload: [AnyHashable: Any] { entries.userInfo }
}
