// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of an app's interface. Available since iOS 13.0. Views are compiled, but never created.
@preconcurrency @MainActor
public protocol View {
    /// The type of the view's contents.
    associatedtype Body: View

    /// The view's contents. The property is never read here.
    @ViewBuilder @preconcurrency @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("Never has no body") }
}

extension View where Body == Never {
    /// A view without contents has no body; reading this property is a programming error.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

/// A view without contents. Available since iOS 13.0.
public struct EmptyView: View {
    public typealias Body = Never

    /// Creates an empty view.
    public nonisolated init() {}
}

/// A view whose concrete type is hidden. Available since iOS 13.0.
public struct AnyView: View {
    public typealias Body = Never

    /// Wraps a view.
    public nonisolated init(_ view: some View) {}
}

/// A combination of several views. Available since iOS 13.0.
public struct TupleView<Value>: View {
    public typealias Body = Never

    nonisolated init() {}
}

/// One of two views, depending on a condition.
public struct ConditionalView<First: View, Second: View>: View {
    public typealias Body = Never

    nonisolated init() {}
}

/// A view with a modifier. Available since iOS 13.0.
public struct ModifiedContent<Content, Modifier>: View {
    public typealias Body = Never

    nonisolated init() {}
}

/// A modifier of views. Available since iOS 13.0.
@preconcurrency @MainActor
public protocol ViewModifier {
    /// The view to modify.
    typealias Content = EmptyView
    /// The type of the modified view.
    associatedtype Body: View

    /// Returns the modified view. The method is never called here.
    @ViewBuilder @preconcurrency @MainActor func body(content: Content) -> Body
}

/// Builds the views written in ``View/body``. Available since iOS 13.0.
@resultBuilder
public enum ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

    public static func buildBlock() -> EmptyView { EmptyView() }

    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        TupleView()
    }

    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }

    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> ConditionalView<First, Second> {
        ConditionalView()
    }

    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> ConditionalView<First, Second> {
        ConditionalView()
    }

    public static func buildLimitedAvailability(_ content: some View) -> AnyView {
        AnyView(content)
    }
}

/// A view controller that shows a SwiftUI view. Available since iOS 13.0. Here, the SwiftUI view is
/// stored, but not shown.
@preconcurrency @MainActor
open class UIHostingController<Content: View>: UIViewController {
    /// The SwiftUI view.
    open var rootView: Content

    /// Creates a controller for a view.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    /// Always returns `nil`: archived controllers are not supported.
    public required init?(coder: NSCoder) { return nil }

    /// Always returns `nil`: archived controllers are not supported.
    public init?(coder: NSCoder, rootView: Content) { return nil }
}
