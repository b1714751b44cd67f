// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(visionOS) || !canImport(UserNotifications) || BELLHOP_VIRTUAL_PHONE
public import Foundation
public import UserNotificationsShim

/// One page of a carousel: the image at the top, title and text below, and the page number.
@MainActor
open class CarouselView: UIView {
    /// The margin around and between the texts, in points.
    private static let margin: CGFloat = 12
    private static let titleHeight: CGFloat = 22
    private static let textHeight: CGFloat = 40

    public let imageView = UIImageView(frame: .zero)
    public let titleLabel = UILabel()
    public let textLabel = UILabel()
    /// The page number, for instance `2/5`.
    public let positionLabel = UILabel()

    public override init(frame: CGRect) {
        super.init(frame: frame)
        textLabel.numberOfLines = 2
        #if os(iOS) || os(visionOS)
        imageView.contentMode = .scaleAspectFill
        imageView.clipsToBounds = true
        titleLabel.font = .preferredFont(forTextStyle: .headline)
        textLabel.font = .preferredFont(forTextStyle: .subheadline)
        positionLabel.font = .preferredFont(forTextStyle: .caption1)
        positionLabel.textAlignment = .right
        #endif
        for view in [imageView, titleLabel, textLabel, positionLabel] { addSubview(view) }
    }

    /// Always returns `nil`, because the view is created in code only.
    public required init?(coder: NSCoder) { return nil }

    /// Shows the texts of the page; the image is set when it is available.
    open func show(_ carousel: CarouselModel) {
        titleLabel.text = carousel.page.title
        textLabel.text = carousel.page.text
        let count = carousel.pages.count
        positionLabel.text = count > 1 ? "\(carousel.index + 1)/\(count)" : nil
        imageView.image = nil
        imageView.accessibilityLabel = carousel.page.title
        setNeedsLayout()
    }

    open override func layoutSubviews() {
        super.layoutSubviews()
        let (margin, size) = (Self.margin, bounds.size)
        let width = max(0, size.width - 2 * margin)
        let below = Self.titleHeight + Self.textHeight + 3 * margin
        let top = max(0, size.height - below)
        imageView.frame = CGRect(x: 0, y: 0, width: size.width, height: top)
        let position = min(width, 48)
        titleLabel.frame = CGRect(
            x: margin, y: top + margin, width: width - position, height: Self.titleHeight)
        positionLabel.frame = CGRect(
            x: margin + width - position, y: top + margin, width: position,
            height: Self.titleHeight)
        textLabel.frame = CGRect(
            x: margin, y: top + 2 * margin + Self.titleHeight, width: width,
            height: Self.textHeight)
    }
}
#endif
