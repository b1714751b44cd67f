// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A URL for a scene to open. Available since iOS 13.0.
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
    /// The URL.
    public let url: URL

    /// Information about the URL.
    public let options: UIScene.OpenURLOptions

    package init(url: URL) {
        self.url = url
        options = UIScene.OpenURLOptions()
        super.init()
    }
}

extension UIScene {
    /// Information about a URL that a scene should open. Available since iOS 13.0.
    @preconcurrency @MainActor
    public final class OpenURLOptions: NSObject {
        /// The bundle identifier of the app that sent the URL; always `nil`.
        public var sourceApplication: String? { nil }
        /// The custom data from the app that sent the URL; always `nil`.
        public var annotation: Any? { nil }
        /// Whether the file may be opened in place; always `false`, so the app must copy the file
        /// before use.
        public var openInPlace: Bool { false }
    }
}
