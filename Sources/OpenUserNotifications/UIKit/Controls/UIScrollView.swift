// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view that scrolls its content. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIScrollView: UIView {
    /// How scrolling dismisses the keyboard.
    public enum KeyboardDismissMode: Int, Sendable {
        case none = 0
        case onDrag = 1
        case interactive = 2
    }

    /// The position of the visible part of the content.
    open var contentOffset = CGPoint.zero
    /// The size of the content.
    open var contentSize = CGSize.zero
    /// The insets around the content.
    open var contentInset = UIEdgeInsets.zero
    /// Whether the person can scroll the content.
    open var isScrollEnabled = true
    /// How scrolling dismisses the keyboard.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Whether the vertical scroll indicator is shown.
    open var showsVerticalScrollIndicator = true
    /// Whether the horizontal scroll indicator is shown.
    open var showsHorizontalScrollIndicator = true

    open override class func appearance() -> UIScrollView { UIScrollView(frame: .zero) }
}

/// A view with multiline text. Available since iOS 2.0.
@preconcurrency @MainActor
open class UITextView: UIScrollView {
    /// The text.
    open var text: String! = ""
    /// The text with attributes.
    open var attributedText: NSAttributedString?
    /// The text color.
    open var textColor: UIColor?
    /// The font.
    open var font: UIFont?
    /// The text alignment.
    open var textAlignment = NSTextAlignment.natural
    /// Whether the person can edit the text.
    open var isEditable = true
    /// Whether the person can select text.
    open var isSelectable = true

    open override class func appearance() -> UITextView { UITextView(frame: .zero) }
}

/// A list of rows. Available since iOS 2.0. Here, only the appearance of the list can be set; the
/// list shows no rows.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
    /// The color of the lines between rows.
    open var separatorColor: UIColor?
    /// The height of rows, in points.
    open var rowHeight: CGFloat = -1
    /// The distance above a section's header. Available since iOS 15.0.
    open var sectionHeaderTopPadding: CGFloat = 0
    /// The view above the rows.
    open var tableHeaderView: UIView?
    /// The view below the rows.
    open var tableFooterView: UIView?

    open override class func appearance() -> UITableView { UITableView(frame: .zero) }

    /// Reloads the rows. Has no effect here.
    open func reloadData() {}
}

/// A row of a list. Available since iOS 2.0.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
    /// The type of the accessory at the end of a row.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    /// The type of the accessory.
    open var accessoryType = AccessoryType.none
    /// The accessory view.
    open var accessoryView: UIView?
    /// The background view of a selected row.
    open var selectedBackgroundView: UIView?
    /// The label of the text.
    public let textLabel: UILabel? = UILabel(frame: .zero)
    /// The label of the detail text.
    public let detailTextLabel: UILabel? = UILabel(frame: .zero)

    open override class func appearance() -> UITableViewCell { UITableViewCell(frame: .zero) }
}
