// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

/// What views and scenes know of where they are. Apple: since iOS 13.0.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    /// The values of the app whose code runs.
    public init() {}

    /// The value of a key.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Whether the app is seen, on its phone, at the moment of asking. Since iOS 14.0.
    public var scenePhase: ScenePhase {
        switch PhoneContext.current.services.applicationState {
        case .active: .active
        case .inactive: .inactive
        case .background: .background
        }
    }

    /// Opens links. Since iOS 14.0.
    public var openURL: OpenURLAction {
        get { values[ObjectIdentifier(OpenURLAction.self)] as? OpenURLAction ?? OpenURLAction() }
        set { values[ObjectIdentifier(OpenURLAction.self)] = newValue }
    }

    /// Light or dark.
    public var colorScheme: ColorScheme { .light }
    /// The room from side to side.
    public var horizontalSizeClass: UserInterfaceSizeClass? { .compact }
    /// The room from top to bottom.
    public var verticalSizeClass: UserInterfaceSizeClass? { .regular }
    /// The language.
    public var locale: Locale = .current
    /// The calendar.
    public var calendar: Calendar = .current
    /// The time zone.
    public var timeZone: TimeZone = .current
    /// Whether it can be used.
    public var isEnabled = true
    /// Takes away what shows the view; nothing is shown. Since iOS 15.0.
    public var dismiss: DismissAction { DismissAction() }
    /// Opens windows; a phone has one. Since iOS 16.0.
    public var openWindow: OpenWindowAction { OpenWindowAction() }
}

/// The name of a value of ``EnvironmentValues``. Apple: since iOS 13.0.
public protocol EnvironmentKey {
    /// The value's type.
    associatedtype Value

    /// The value where nobody has set one.
    static var defaultValue: Value { get }
}

/// Opens links. Apple: since iOS 14.0.
public struct OpenURLAction: Sendable {
    /// What became of a link. Apple: since iOS 15.0.
    public struct Result: Sendable {
        /// The app took it.
        public static let handled = Result()
        /// Nobody took it.
        public static let discarded = Result()
        /// The system takes it.
        public static let systemAction = Result()

        /// The system takes another link.
        public static func systemAction(_ url: URL) -> Result { Result() }
    }

    private let handler: (@Sendable (URL) -> Result)?

    init() { handler = nil }

    /// Opens links in the app's own way. Since iOS 15.0.
    @preconcurrency
    public init(handler: @escaping @Sendable (URL) -> Result) { self.handler = handler }

    /// Opens a link in the app it belongs to.
    public func callAsFunction(_ url: URL) { callAsFunction(url) { _ in } }

    /// Opens a link in the app it belongs to; the handler gets false when no app opens it.
    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        if let handler {
            _ = handler(url)
            return completion(true)
        }
        completion(PhoneContext.current.services.open(url))
    }
}

/// Takes away what shows a view. Apple: since iOS 15.0.
public struct DismissAction: Sendable {
    /// Takes it away; nothing is shown.
    public func callAsFunction() {}
}

/// Opens windows. Apple: since iOS 16.0.
public struct OpenWindowAction: Sendable {
    /// Opens a window; a phone has one.
    public func callAsFunction(id: String) {}
}

/// Light or dark. Apple: since iOS 13.0.
public enum ColorScheme: CaseIterable, Hashable, Sendable {
    /// Light.
    case light
    /// Dark.
    case dark
}

/// How much room there is. Apple: since iOS 13.0.
public enum UserInterfaceSizeClass: Hashable, Sendable {
    /// Little.
    case compact
    /// Enough.
    case regular
}

/// A value of where a view or scene is. Apple: since iOS 13.0.
@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let read: () -> Value

    /// One of the ``EnvironmentValues``.
    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { EnvironmentValues()[keyPath: keyPath] }
    }

    /// An object that a view around gave. Since iOS 17.0. There is none: reading it is a mistake.
    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = { preconditionFailure("no \(objectType) was given; views are never made here") }
    }

    /// The value.
    public var wrappedValue: Value { read() }
}
