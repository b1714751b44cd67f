// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view that shows an image. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIImageView: UIView {
    /// What it shows.
    open var image: UIImage?

    /// A view with an image.
    public init(image: UIImage?) {
        self.image = image
        super.init(frame: .zero)
    }

    /// A view without image.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Archives of views are not read.
    public required init?(coder: NSCoder) { return nil }

    open override class func appearance() -> UIImageView { UIImageView(image: nil) }
}
