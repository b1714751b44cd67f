// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import Observation

// The modifiers that app entries name. Views are never made, so none of them does anything.
extension View {
    /// Gives views inside an object.
    public nonisolated func environmentObject(_ object: some ObservableObject) -> some View {
        EmptyView()
    }

    /// Gives views inside a value.
    public nonisolated func environment<Value>(
        _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
    ) -> some View {
        EmptyView()
    }

    /// Gives views inside an object.
    public nonisolated func environment<Model: AnyObject & Observable>(_ object: Model?)
        -> some View
    {
        EmptyView()
    }

    /// Does something when the view comes.
    public nonisolated func onAppear(perform action: (() -> Void)? = nil) -> some View {
        EmptyView()
    }

    /// Does something when the view goes.
    public nonisolated func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        EmptyView()
    }

    /// Does something with links to the app.
    public nonisolated func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        EmptyView()
    }

    /// Does something with what was begun elsewhere.
    public nonisolated func onContinueUserActivity(
        _ activityType: String, perform action: @escaping (NSUserActivity) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something while the view is there.
    public nonisolated func task(
        priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something while the view is there, anew for each value.
    public nonisolated func task<ID: Equatable>(
        id: ID, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @MainActor () async -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something when a value has changed.
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, perform action: @escaping (Value) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something when a value has changed.
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping (Value, Value) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something when a value has changed.
    public nonisolated func onChange<Value: Equatable>(
        of value: Value, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something with values of a publisher.
    public nonisolated func onReceive<Source: Publisher>(
        _ publisher: Source, perform action: @escaping (Source.Output) -> Void
    ) -> some View {
        EmptyView()
    }

    /// Does something when the view is tapped.
    public nonisolated func onTapGesture(count: Int = 1, perform action: @escaping () -> Void)
        -> some View
    {
        EmptyView()
    }

    /// Shows a view over this one.
    public nonisolated func sheet(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Shows a view over this one.
    public nonisolated func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View {
        EmptyView()
    }

    /// Shows a view over the screen.
    public nonisolated func fullScreenCover(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder content: @escaping () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Asks a question.
    public nonisolated func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Asks a question.
    public nonisolated func alert(
        _ title: some StringProtocol, isPresented: Binding<Bool>,
        @ViewBuilder actions: () -> some View, @ViewBuilder message: () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Names the screen.
    public nonisolated func navigationTitle(_ title: some StringProtocol) -> some View {
        EmptyView()
    }

    /// Says which screen a value leads to.
    public nonisolated func navigationDestination<Data: Hashable>(
        for data: Data.Type, @ViewBuilder destination: @escaping (Data) -> some View
    ) -> some View {
        EmptyView()
    }

    /// Adds buttons to bars.
    public nonisolated func toolbar(@ViewBuilder content: () -> some View) -> some View {
        EmptyView()
    }

    /// Leaves room around.
    public nonisolated func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View
    {
        EmptyView()
    }

    /// Leaves room around.
    public nonisolated func padding(_ length: CGFloat) -> some View {
        EmptyView()
    }

    /// Sets the size.
    public nonisolated func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        EmptyView()
    }

    /// Bounds the size.
    public nonisolated func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
        minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
        alignment: Alignment = .center
    ) -> some View {
        EmptyView()
    }

    /// Sets the font.
    public nonisolated func font(_ font: Font?) -> some View {
        EmptyView()
    }

    /// Sets how heavy letters are.
    public nonisolated func fontWeight(_ weight: Font.Weight?) -> some View {
        EmptyView()
    }

    /// Makes letters bold.
    public nonisolated func bold() -> some View {
        EmptyView()
    }

    /// Sets the colour.
    public nonisolated func foregroundColor(_ color: Color?) -> some View {
        EmptyView()
    }

    /// Sets the colour.
    public nonisolated func foregroundStyle(_ style: Color) -> some View {
        EmptyView()
    }

    /// Puts a view behind.
    public nonisolated func background(_ background: some View) -> some View {
        EmptyView()
    }

    /// Puts a colour behind.
    public nonisolated func background(_ style: Color) -> some View {
        EmptyView()
    }

    /// Puts a view in front.
    public nonisolated func overlay(_ overlay: some View) -> some View {
        EmptyView()
    }

    /// Puts views in front.
    public nonisolated func overlay(
        alignment: Alignment = .center, @ViewBuilder content: () -> some View
    ) -> some View {
        EmptyView()
    }

    /// Sets the colour of what can be touched.
    public nonisolated func tint(_ tint: Color?) -> some View {
        EmptyView()
    }

    /// Sets the colour of what can be touched.
    public nonisolated func accentColor(_ accentColor: Color?) -> some View {
        EmptyView()
    }

    /// Light or dark.
    public nonisolated func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        EmptyView()
    }

    /// How much shines through.
    public nonisolated func opacity(_ opacity: Double) -> some View {
        EmptyView()
    }

    /// Rounds corners.
    public nonisolated func cornerRadius(_ radius: CGFloat) -> some View {
        EmptyView()
    }

    /// How lines stand.
    public nonisolated func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        EmptyView()
    }

    /// How many lines there are.
    public nonisolated func lineLimit(_ number: Int?) -> some View {
        EmptyView()
    }

    /// Reaches below bars.
    public nonisolated func ignoresSafeArea(_ edges: Edge.Set = .all) -> some View {
        EmptyView()
    }

    /// Reaches below bars.
    public nonisolated func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View {
        EmptyView()
    }

    /// Cannot be touched.
    public nonisolated func disabled(_ disabled: Bool) -> some View {
        EmptyView()
    }

    /// Cannot be seen.
    public nonisolated func hidden() -> some View {
        EmptyView()
    }

    /// Names the view.
    public nonisolated func id(_ id: some Hashable) -> some View {
        EmptyView()
    }

    /// Names the view for a choice.
    public nonisolated func tag(_ tag: some Hashable) -> some View {
        EmptyView()
    }

    /// Sets the tab.
    public nonisolated func tabItem(@ViewBuilder _ label: () -> some View) -> some View {
        EmptyView()
    }

    /// Sets the number at the tab.
    public nonisolated func badge(_ count: Int) -> some View {
        EmptyView()
    }

    /// Changes the view.
    public nonisolated func modifier<T: ViewModifier>(_ modifier: T) -> some View {
        EmptyView()
    }

    /// Where settings lie.
    public nonisolated func defaultAppStorage(_ store: UserDefaults) -> some View {
        EmptyView()
    }

    /// By what tests find it.
    public nonisolated func accessibilityIdentifier(_ identifier: String) -> some View {
        EmptyView()
    }

    /// Cuts a shape out.
    public nonisolated func clipShape(_ shape: some Shape) -> some View {
        EmptyView()
    }

    /// Bounds the size of text.
    public nonisolated func dynamicTypeSize(_ range: some RangeExpression<DynamicTypeSize>)
        -> some View
    {
        EmptyView()
    }

    /// Sets the size of symbols.
    public nonisolated func imageScale(_ scale: Image.Scale) -> some View {
        EmptyView()
    }

    /// Sets the keys that press a button.
    public nonisolated func keyboardShortcut(
        _ key: Character, modifiers: EventModifiers = .command
    ) -> some View {
        EmptyView()
    }

    /// How screens stand.
    public nonisolated func navigationViewStyle(_ style: NavigationViewStyle) -> some View {
        EmptyView()
    }

    /// Says which links open it.
    public nonisolated func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>)
        -> some View
    {
        EmptyView()
    }

}

/// How lines stand. Apple: since iOS 13.0.
public enum TextAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// How screens stand. Apple: since iOS 13.0.
public struct NavigationViewStyle: Sendable {
    /// On one another.
    public static let stack = Self()
    /// As usual.
    public static let automatic = Self()
}

/// A shape. Apple: since iOS 13.0.
public protocol Shape: View {}

/// A circle. Apple: since iOS 13.0.
public struct Circle: Shape {
    public typealias Body = Never

    /// A circle.
    public init() {}
}

/// A rectangle. Apple: since iOS 13.0.
public struct Rectangle: Shape {
    public typealias Body = Never

    /// A rectangle.
    public init() {}
}

/// A rectangle with round corners. Apple: since iOS 13.0.
public struct RoundedRectangle: Shape {
    public typealias Body = Never

    /// A rectangle; the radius is in points.
    public init(cornerRadius: CGFloat) {}
}

/// How large the person wants text. Apple: since iOS 15.0.
public enum DynamicTypeSize: Int, Comparable, CaseIterable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge, accessibility1, accessibility2
    case accessibility3, accessibility4, accessibility5

    public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

extension Image {
    /// How large a symbol is. Apple: since iOS 13.0.
    public enum Scale: Hashable, Sendable {
        case small, medium, large
    }
}

/// Keys that are held. Apple: since iOS 13.0.
public struct EventModifiers: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let shift = Self(rawValue: 2)
    public static let control = Self(rawValue: 4)
    public static let option = Self(rawValue: 8)
    public static let command = Self(rawValue: 16)
}
