// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Gives an app written with SwiftUI an app delegate. Apple: since iOS 14.0.
///
/// On a virtual phone the delegate gets the callbacks as that of any app with scenes: the launch,
/// tokens and pushes. One delegate is made for each start of the app's process.
@preconcurrency @MainActor
@propertyWrapper
public struct UIApplicationDelegateAdaptor<DelegateType: NSObject & UIApplicationDelegate>:
    DynamicProperty
{
    /// The delegate.
    public let wrappedValue: DelegateType

    /// Makes a delegate of a class that has `init()`.
    public init(_ delegateType: DelegateType.Type = DelegateType.self) {
        wrappedValue = MadeByClass.object(of: delegateType)
        AppStart.current?.delegate = wrappedValue
    }
}

extension UIApplicationDelegateAdaptor where DelegateType: ObservableObject {
    /// Bindings to what the delegate publishes.
    public var projectedValue: ObservedObject<DelegateType>.Wrapper {
        ObservedObject(wrappedValue: wrappedValue).projectedValue
    }
}

/// The start of an app written with SwiftUI: what its property wrappers say about it.
@MainActor
final class AppStart {
    @TaskLocal static var current: AppStart?

    var delegate: (any UIApplicationDelegate)?

    nonisolated init() {}
}
