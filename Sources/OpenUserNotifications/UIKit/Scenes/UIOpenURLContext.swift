// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A URL that a scene is to open. Apple: since iOS 13.0.
@MainActor
public final class UIOpenURLContext: NSObject {
    /// The URL.
    public let url: URL

    package init(url: URL) {
        self.url = url
        super.init()
    }
}
