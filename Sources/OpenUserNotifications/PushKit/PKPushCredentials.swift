// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A device token for PushKit pushes to this app. Available since iOS 8.0.
public final class PKPushCredentials: NSObject, Sendable {
    /// The kind of push that uses the token.
    public let type: PKPushType
    /// The device token.
    public let token: Data

    package init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
        super.init()
    }
}
