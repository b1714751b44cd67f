// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A part of what is seen. Apple: since iOS 13.0. Views are compiled and never made.
@preconcurrency @MainActor
public protocol View {
    /// What it is made of.
    associatedtype Body: View

    /// What it is made of. Never asked for here.
    @ViewBuilder @preconcurrency @MainActor var body: Body { get }
}

extension Never: View {
    public var body: Never { preconditionFailure("nothing has no body") }
}

extension View where Body == Never {
    /// A view that is made of nothing else.
    public var body: Never { preconditionFailure("\(Self.self) has no body") }
}

extension Optional: View where Wrapped: View {
    public typealias Body = Never
}

/// No view. Apple: since iOS 13.0.
public struct EmptyView: View {
    public typealias Body = Never

    /// No view.
    public nonisolated init() {}
}

/// Any view. Apple: since iOS 13.0.
public struct AnyView: View {
    public typealias Body = Never

    /// Hides what a view is.
    public nonisolated init(_ view: some View) {}
}

/// Several views. Apple: since iOS 13.0.
public struct TupleView<Value>: View {
    public typealias Body = Never

    nonisolated init() {}
}

/// One of two views.
public struct ConditionalView<First: View, Second: View>: View {
    public typealias Body = Never

    nonisolated init() {}
}

/// A view with a modifier. Apple: since iOS 13.0.
public struct ModifiedContent<Content, Modifier>: View {
    public typealias Body = Never

    nonisolated init() {}
}

/// What changes views. Apple: since iOS 13.0.
@preconcurrency @MainActor
public protocol ViewModifier {
    /// The view that is changed.
    typealias Content = EmptyView
    /// What becomes of it.
    associatedtype Body: View

    /// What becomes of a view. Never asked for here.
    @ViewBuilder @preconcurrency @MainActor func body(content: Content) -> Body
}

/// Reads views as they are written in ``View/body``. Apple: since iOS 13.0.
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

/// A view that UIKit shows. Apple: since iOS 13.0. The SwiftUI view is not made.
@preconcurrency @MainActor
open class UIHostingController<Content: View>: UIViewController {
    /// The view.
    open var rootView: Content

    /// Shows a view.
    public init(rootView: Content) {
        self.rootView = rootView
        super.init(nibName: nil, bundle: nil)
    }

    /// Archives of controllers are not read.
    public required init?(coder: NSCoder) { return nil }

    /// Shows a view, made from an archive, which is not read.
    public init?(coder: NSCoder, rootView: Content) { return nil }
}
