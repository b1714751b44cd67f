// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Gives an app written with SwiftUI an app delegate. Available since iOS 14.0.
///
/// On a virtual phone, the delegate receives the same callbacks as in any app with scenes: the
/// launch, device tokens and pushes. A new delegate is created each time the app's process starts.
@preconcurrency @MainActor
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>:
    DynamicProperty
{
    /// The delegate.
    public let wrappedValue: DelegateType

    /// Creates a delegate of a class with `init()`.
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {
        wrappedValue = MadeByClass.object(of: delegateType)
        AppStart.current?.delegate = wrappedValue
    }
}

extension UIApplicationDelegateAdaptor where DelegateType: ObservableObject {
    /// Bindings to the delegate's properties.
    public var projectedValue: ObservedObject<DelegateType>.Wrapper {
        ObservedObject(wrappedValue: wrappedValue).projectedValue
    }
}

/// The launch of an app written with SwiftUI. ``UIApplicationDelegateAdaptor`` stores the app
/// delegate in this object.
@MainActor
final class AppStart {
    @TaskLocal static var current: AppStart?

    var delegate: (any UIApplicationDelegate)?

    nonisolated init() {}
}
