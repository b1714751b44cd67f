// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// What the person can touch. Apple: since iOS 2.0. Selectors need Objective-C; ``UIAction`` works.
@preconcurrency @MainActor
open class UIControl: UIView {
    /// What the person did.
    public struct Event: OptionSet, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let touchDown = Self(rawValue: 1 << 0)
        public static let touchUpInside = Self(rawValue: 1 << 6)
        public static let valueChanged = Self(rawValue: 1 << 12)
        public static let primaryActionTriggered = Self(rawValue: 1 << 13)
        public static let editingChanged = Self(rawValue: 1 << 17)
    }

    /// What a control is like at the moment.
    public struct State: OptionSet, Hashable, Sendable {
        public let rawValue: UInt

        public init(rawValue: UInt) { self.rawValue = rawValue }

        public static let normal: Self = []
        public static let highlighted = Self(rawValue: 1 << 0)
        public static let disabled = Self(rawValue: 1 << 1)
        public static let selected = Self(rawValue: 1 << 2)
        public static let focused = Self(rawValue: 1 << 3)
    }

    /// Whether it can be touched.
    open var isEnabled = true
    /// Whether it is chosen.
    open var isSelected = false
    /// Whether it is touched.
    open var isHighlighted = false
    private var touches: [(action: UIAction, event: Event)] = []

    /// Says what an event does. Since iOS 14.0.
    open func addAction(_ action: UIAction, for controlEvents: Event) {
        touches.append((action, controlEvents))
    }

    /// Does what events do, as if the person had touched it.
    open func sendActions(for controlEvents: Event) {
        for touch in touches where !touch.event.isDisjoint(with: controlEvents) {
            touch.action.performWithSender(self, target: nil)
        }
    }
}

/// A button. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UIButton: UIControl {
    /// How a button looks.
    public enum ButtonType: Int, Sendable {
        case custom = 0
        case system = 1
        case detailDisclosure = 2
        case close = 7
    }

    private var titles: [State: String] = [:]
    private var images: [State: UIImage] = [:]
    /// Its words.
    public let titleLabel: UILabel? = UILabel(frame: .zero)
    /// Its image.
    public let imageView: UIImageView? = UIImageView(image: nil)

    /// A button of a kind.
    public convenience init(type buttonType: ButtonType) { self.init(frame: .zero) }

    open override class func appearance() -> UIButton { UIButton(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UIButton {
        UIButton(frame: .zero)
    }

    /// Sets the words for a state.
    open func setTitle(_ title: String?, for state: State) {
        titles[state] = title
        if state == .normal { titleLabel?.text = title }
    }

    /// The words for a state.
    open func title(for state: State) -> String? { titles[state] ?? titles[.normal] }

    /// Sets the colour of the words; one for all states.
    open func setTitleColor(_ color: UIColor?, for state: State) {
        if state == .normal { titleLabel?.textColor = color }
    }

    /// Sets the image for a state.
    open func setImage(_ image: UIImage?, for state: State) { images[state] = image }

    /// The image for a state.
    open func image(for state: State) -> UIImage? { images[state] ?? images[.normal] }
}

/// A switch. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UISwitch: UIControl {
    /// Whether it is on.
    open var isOn = false
    /// Its colour when it is on.
    open var onTintColor: UIColor?

    open override class func appearance() -> UISwitch { UISwitch(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UISwitch {
        UISwitch(frame: .zero)
    }

    /// Turns it on or off.
    open func setOn(_ on: Bool, animated: Bool) { isOn = on }
}

/// A line to type in. Apple: since iOS 2.0.
@preconcurrency @MainActor
open class UITextField: UIControl {
    /// What is typed.
    open var text: String?
    /// What stands there before.
    open var placeholder: String?
    /// The colour of letters.
    open var textColor: UIColor?
    /// The font of letters.
    open var font: UIFont?
    /// How the keyboard looks.
    open var keyboardAppearance = UIKeyboardAppearance.default
    /// Whether letters are hidden.
    open var isSecureTextEntry = false
    /// How letters stand.
    open var textAlignment = NSTextAlignment.natural

    open override class func appearance() -> UITextField { UITextField(frame: .zero) }

    open override class func appearance(
        whenContainedInInstancesOf containerTypes: [AnyClass]
    ) -> UITextField {
        UITextField(frame: .zero)
    }
}

/// How the keyboard looks. Apple: since iOS 3.0. There is none here.
public enum UIKeyboardAppearance: Int, Sendable {
    case `default` = 0
    case dark = 1
    case light = 2
}
