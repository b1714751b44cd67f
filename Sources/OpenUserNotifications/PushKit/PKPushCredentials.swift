// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A token by which PushKit pushes reach this app. Apple: since iOS 8.0.
public final class PKPushCredentials: NSObject, Sendable {
    /// What the token is for.
    public let type: PKPushType
    /// The token.
    public let token: Data

    package init(type: PKPushType, token: Data) {
        self.type = type
        self.token = token
        super.init()
    }
}
