// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What a PushKit push says. Apple: since iOS 8.0.
public final class PKPushPayload: NSObject, Sendable {
    /// What kind of push it is.
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
