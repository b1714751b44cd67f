// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// The environment of views and scenes. Available since iOS 13.0.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// Creates the values for the app whose code is running.
    public init() {}

    /// Accesses the value of a key.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// The current phase of the app on its phone. Available since iOS 14.0.
    public var scenePhase: ScenePhase {
        switch PhoneContext.current.services.applicationState {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        }
    }

    /// The action that opens links. Available since iOS 14.0.
    public var openURL: OpenURLAction {
        get { values[ObjectIdentifier(OpenURLAction.self)] as? OpenURLAction ?? OpenURLAction() }
        set { values[ObjectIdentifier(OpenURLAction.self)] = newValue }
    }

    /// The color scheme; always light.
    public var colorScheme: ColorScheme { .light }
    /// The horizontal size class; always compact.
    public var horizontalSizeClass: UserInterfaceSizeClass? { .compact }
    /// The vertical size class; always regular.
    public var verticalSizeClass: UserInterfaceSizeClass? { .regular }
    /// The locale.
    public var locale: Locale = .current
    /// The calendar.
    public var calendar: Calendar = .current
    /// The time zone.
    public var timeZone: TimeZone = .current
    /// Whether the view is enabled.
    public var isEnabled = true
    /// The action that dismisses the view. Has no effect, because nothing is shown. Available since
    /// iOS 15.0.
    public var dismiss: DismissAction { DismissAction() }
    /// The action that opens windows. Has no effect, because a phone has only one window. Available
    /// since iOS 16.0.
    public var openWindow: OpenWindowAction { OpenWindowAction() }
}

/// A key of a value in ``EnvironmentValues``. Available since iOS 13.0.
public protocol EnvironmentKey {
    /// The value's type.
    associatedtype Value

    /// The value that is used when none was set.
    static var defaultValue: Value { get }
}

/// An action that opens links. Available since iOS 14.0.
public struct OpenURLAction: Sendable {
    /// The result of opening a link. Available since iOS 15.0.
    public struct Result: Sendable {
        /// The app handled the link.
        public static let handled = Result()
        /// The link was discarded.
        public static let discarded = Result()
        /// The system opens the link.
        public static let systemAction = Result()

        /// Returns the result that makes the system open a different link.
        public static func systemAction(_ url: URL) -> Result { Result() }
    }

    private let handler: (@Sendable (URL) -> Result)?

    init() { handler = nil }

    /// Creates an action that opens links with the app's handler. Available since iOS 15.0.
    @preconcurrency
    public init(handler: @escaping @Sendable (URL) -> Result) { self.handler = handler }

    /// Opens a link in the app that handles the link.
    public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }

    /// Opens a link in the app that handles the link. The completion handler receives `false` when
    /// no app handles the link.
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        if let handler {
            _ = handler(url)
            return completion(true)
        }
        completion(PhoneContext.current.services.open(url))
    }
}

/// An action that dismisses a view. Available since iOS 15.0.
public struct DismissAction: Sendable {
    /// Has no effect, because nothing is shown.
    public func callAsFunction() {}
}

/// An action that opens windows. Available since iOS 16.0.
public struct OpenWindowAction: Sendable {
    /// Has no effect, because a phone has one window.
    public func callAsFunction(id: String) {}
}

/// A color scheme: light or dark. Available since iOS 13.0.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    /// The light color scheme.
    case light
    /// The dark color scheme.
    case dark
}

/// The amount of space in one dimension. Available since iOS 13.0.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// The space is limited.
    case compact
    /// The space is ample.
    case regular
}

/// A property that reads a value from the environment. Available since iOS 13.0.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let read: () -> Value

    /// Creates a property that reads one of the ``EnvironmentValues``.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { EnvironmentValues()[keyPath: keyPath] }
    }

    /// Creates a property for an object provided by an enclosing view. Available since iOS 17.0.
    /// Here, no view provides an object, so reading the property is a programming error.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = {
            preconditionFailure(
                "no \(objectType) is available: the virtual phone does not create views, so no "
                    + "view provides one")
        }
    }

    /// The value.
    public var wrappedValue: Value { read() }
}
