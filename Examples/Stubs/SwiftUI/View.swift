// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// A stub of the part of SwiftUI that the kit's and the example's views use, after Apple's
// published declarations. It serves to type-check them where there is no SwiftUI; nothing here
// draws, and what the stub accepts Apple's compiler may still refuse.

@_exported public import Foundation
@_exported public import Observation

@MainActor
public protocol View {
    associatedtype Body: View
    @ViewBuilder var body: Body { get }
}

extension Never: View {
    public var body: Never { return stub() }
}

/// Stands for what the stub never runs.
func stub() -> Never { preconditionFailure("a stub of SwiftUI runs nothing") }

/// A view that the stub provides.
public protocol StubView: View where Body == Never {}

extension StubView {
    public var body: Never { return stub() }
}

public struct EmptyView: StubView {
    public nonisolated init() {}
}

/// What modifiers and builders make.
public struct Composed: StubView {
    nonisolated init() {}
}

extension Optional: View where Wrapped: View {
    public var body: Never { return stub() }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildBlock<each Part: View>(_ part: repeat each Part) -> Composed {
        Composed()
    }
    public static func buildIf<Part: View>(_ part: Part?) -> Part? { part }
    public static func buildEither(first: some View) -> Composed { Composed() }
    public static func buildEither(second: some View) -> Composed { Composed() }
}

extension View {
    public func navigationTitle(_ title: some StringProtocol) -> some View { Composed() }
    public func navigationDestination<Value: Hashable>(
        for type: Value.Type, @ViewBuilder destination: @escaping (Value) -> some View
    ) -> some View { Composed() }
    public func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View { Composed() }
    public func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: sending @escaping @isolated(any) () async -> Void
    ) -> some View { Composed() }
    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View { Composed() }
    public func disabled(_ isDisabled: Bool) -> some View { Composed() }
    public func padding() -> some View { Composed() }
    public func accessibilityLabel(_ label: some StringProtocol) -> some View { Composed() }
}
