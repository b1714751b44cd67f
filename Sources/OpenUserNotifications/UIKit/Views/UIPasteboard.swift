// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A pasteboard for copied items. Available since iOS 3.0. Here, each app on a phone has its own
/// pasteboard.
@preconcurrency @MainActor
public class UIPasteboard: NSObject {
    /// The copied text.
    public var string: String? {
        didSet { strings = string.map { [$0] } }
    }
    /// The copied strings.
    public var strings: [String]?
    /// The copied link.
    public var url: URL?
    /// The copied image.
    public var image: UIImage?
    /// The copied color.
    public var color: UIColor?

    /// Creates an empty pasteboard.
    package override init() { super.init() }

    /// The general pasteboard of the app whose code is running.
    public class var general: UIPasteboard { PhoneContext.current.pasteboard }

    /// Whether the pasteboard contains text.
    public var hasStrings: Bool { string != nil }
    /// Whether the pasteboard contains a link.
    public var hasURLs: Bool { url != nil }
    /// Whether the pasteboard contains an image.
    public var hasImages: Bool { image != nil }
}
