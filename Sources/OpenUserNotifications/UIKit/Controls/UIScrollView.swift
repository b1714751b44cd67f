// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A view whose content is larger than itself. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIScrollView: UIView {
    /// How the keyboard goes when the content is moved.
    public enum KeyboardDismissMode: Int, Sendable {
        case none = 0
        case onDrag = 1
        case interactive = 2
    }

    /// Which part of the content is seen.
    open var contentOffset = CGPoint.zero
    /// How large the content is.
    open var contentSize = CGSize.zero
    /// Room around the content.
    open var contentInset = UIEdgeInsets.zero
    /// Whether the person can move the content.
    open var isScrollEnabled = true
    /// How the keyboard goes when the content is moved.
    open var keyboardDismissMode = KeyboardDismissMode.none
    /// Whether a bar shows the height.
    open var showsVerticalScrollIndicator = true
    /// Whether a bar shows the width.
    open var showsHorizontalScrollIndicator = true

    open override class func appearance() -> UIScrollView { UIScrollView(frame: .zero) }
}

/// A piece of text to read or to change. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UITextView: UIScrollView {
    /// The text.
    open var text: String! = ""
    /// The text with attributes.
    open var attributedText: NSAttributedString?
    /// The colour of letters.
    open var textColor: UIColor?
    /// The font of letters.
    open var font: UIFont?
    /// How letters stand.
    open var textAlignment = NSTextAlignment.natural
    /// Whether the person can change it.
    open var isEditable = true
    /// Whether the person can select parts.
    open var isSelectable = true

    open override class func appearance() -> UITextView { UITextView(frame: .zero) }
}

/// A list. Apple: since iOS 2.0. Only its look can be set; it shows no rows here.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
    /// The colour of lines between rows.
    open var separatorColor: UIColor?
    /// The height of rows, in points.
    open var rowHeight: CGFloat = -1
    /// Room above the header of a section. Since iOS 15.0.
    open var sectionHeaderTopPadding: CGFloat = 0
    /// What stands above the rows.
    open var tableHeaderView: UIView?
    /// What stands below the rows.
    open var tableFooterView: UIView?

    open override class func appearance() -> UITableView { UITableView(frame: .zero) }

    /// Shows the rows anew; there are none.
    open func reloadData() {}
}

/// A row of a list. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UITableViewCell: UIView {
    /// What stands at the end of a row.
    public enum AccessoryType: Int, Sendable {
        case none = 0
        case disclosureIndicator = 1
        case detailDisclosureButton = 2
        case checkmark = 3
        case detailButton = 4
    }

    /// What stands at its end.
    open var accessoryType = AccessoryType.none
    /// The view at its end.
    open var accessoryView: UIView?
    /// What stands behind it when it is selected.
    open var selectedBackgroundView: UIView?
    /// The text.
    public let textLabel: UILabel? = UILabel(frame: .zero)
    /// The smaller text.
    public let detailTextLabel: UILabel? = UILabel(frame: .zero)

    open override class func appearance() -> UITableViewCell { UITableViewCell(frame: .zero) }
}
