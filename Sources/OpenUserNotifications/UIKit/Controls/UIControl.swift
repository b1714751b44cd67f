// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A control. Available since iOS 2.0. Actions with selectors require Objective-C; use
/// ``UIAction``.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// An event of a control.
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Self(rawValue: 1 << 0)
        public static let touchUpInside = Self(rawValue: 1 << 6)
        public static let valueChanged = Self(rawValue: 1 << 12)
        public static let primaryActionTriggered = Self(rawValue: 1 << 13)
        public static let editingChanged = Self(rawValue: 1 << 17)
    }

    /// The state of a control.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal: Self = []
        public static let highlighted = Self(rawValue: 1 << 0)
        public static let disabled = Self(rawValue: 1 << 1)
        public static let selected = Self(rawValue: 1 << 2)
        public static let focused = Self(rawValue: 1 << 3)
    }

    /// Whether the control is enabled.
    open var isEnabled = true
    /// Whether the control is selected.
    open var isSelected = false
    /// Whether the control is highlighted.
    open var isHighlighted = false
    private var touches: [(action: UIAction, event: Event)] = []

    /// Adds an action for events. Available since iOS 14.0.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        touches.append((action, controlEvents))
    }

    /// Performs the actions for events, as if the person had touched the control.
    open func sendActions(for controlEvents: Event) {
        for touch in touches where !touch.event.isDisjoint(with: controlEvents) {
            touch.action.performWithSender(self, target: nil)
        }
    }
}

/// A button. Available since iOS 2.0.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// The type of a button.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case close = 7
    }

    private var titles: [State: String] = [:]
    private var images: [State: UIImage] = [:]
    /// The label of the title.
    public let titleLabel: UILabel? = UILabel(frame: .zero)
    /// The view of the image.
    public let imageView: UIImageView? = UIImageView(image: nil)

    /// Creates a button of a type.
    public convenience init(type buttonType: ButtonType) { self.init(frame: .zero) }

    open override class func appearance() -> UIButton { UIButton(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UIButton {
        UIButton(frame: .zero)
    }

    /// Sets the title for a state.
    open func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        if state == .normal { titleLabel?.text = title }
    }

    /// Returns the title for a state.
    open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

    /// Sets the title's color. Only the color of the normal state is stored.
    open func setTitleColor(_ color: UIColor?, for state: State) {
        if state == .normal { titleLabel?.textColor = color }
    }

    /// Sets the image for a state.
    open func setImage(_ image: UIImage?, for state: State) { images[state] = image }

    /// Returns the image for a state.
    open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
}

/// A switch. Available since iOS 2.0.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    /// Whether the switch is on.
    open var isOn = false
    /// The tint color when the switch is on.
    open var onTintColor: UIColor?

    open override class func appearance() -> UISwitch { UISwitch(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UISwitch {
        UISwitch(frame: .zero)
    }

    /// Turns the switch on or off.
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }
}

/// An editable line of text. Available since iOS 2.0.
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// The text.
    open var text: String?
    /// The text shown in an empty field.
    open var placeholder: String?
    /// The text color.
    open var textColor: UIColor?
    /// The font.
    open var font: UIFont?
    /// The appearance of the keyboard.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// Whether the entered text is hidden.
    open var isSecureTextEntry = false
    /// The text alignment.
    open var textAlignment = NSTextAlignment.natural

    open override class func appearance() -> UITextField { UITextField(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UITextField {
        UITextField(frame: .zero)
    }
}

/// The appearance of the keyboard. Available since iOS 3.0. There is no keyboard here.
public enum UIKeyboardAppearance: Int, Sendable {
    case `default` = 0
    case dark = 1
    case light = 2
}
