// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view that shows an image. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// The image.
    open var image: UIImage?

    /// Creates a view with an image.
    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }

    /// Creates a view without an image.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Always returns `nil`: archived views are not supported.
    public required init?(coder: NSCoder) { return nil }

    open override class func appearance() -> UIImageView { UIImageView(image: nil) }
}
