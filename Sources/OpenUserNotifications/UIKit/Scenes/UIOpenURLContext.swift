// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A URL that a scene is to open. Apple: since iOS 13.0.
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
    /// The URL.
    public let url: URL

    /// How it reached the app.
    public let options: UIScene.OpenURLOptions

    package init(url: URL) {
        self.url = url
        options = UIScene.OpenURLOptions()
        super.init()
    }
}

extension UIScene {
    /// How a URL reached a scene. Apple: since iOS 13.0.
    @preconcurrency @MainActor
    public final class OpenURLOptions: NSObject {
        /// The app that sent it: unknown.
        public var sourceApplication: String? { nil }
        /// What that app added: nothing.
        public var annotation: Any? { nil }
        /// Whether the file has to be copied before use.
        public var openInPlace: Bool { false }
    }
}
