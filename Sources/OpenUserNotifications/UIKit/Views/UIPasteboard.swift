// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Where copied things lie. Apple: since iOS 3.0. Each app of a phone has its own here.
@preconcurrency @MainActor
public class UIPasteboard: NSObject {
    /// The copied text.
    public var string: String? {
        didSet { strings = string.map { [$0] } }
    }
    /// The copied texts.
    public var strings: [String]?
    /// The copied link.
    public var url: URL?
    /// The copied image.
    public var image: UIImage?
    /// The copied colour.
    public var color: UIColor?

    /// An empty one.
    package override init() { super.init() }

    /// The one for copy and paste, of the app whose code runs.
    public class var general: UIPasteboard { PhoneContext.current.pasteboard }

    /// Whether a text was copied.
    public var hasStrings: Bool { string != nil }
    /// Whether a link was copied.
    public var hasURLs: Bool { url != nil }
    /// Whether an image was copied.
    public var hasImages: Bool { image != nil }
}
