// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// The views that app entries name. They are compiled and never made.

/// A text. Apple: since iOS 13.0.
public struct Text: View {
    public typealias Body = Never

    /// A text that is looked up.
    public init(_ key: LocalizedStringResource) {}
    /// A text.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) {}
    /// A text as it stands.
    public init(verbatim content: String) {}
}

/// An image. Apple: since iOS 13.0.
public struct Image: View {
    public typealias Body = Never

    /// An image of the app.
    public init(_ name: String, bundle: Bundle? = nil) {}
    /// One of the system's symbols.
    public init(systemName: String) {}
    /// An image of UIKit.
    public init(uiImage: UIImage) {}

    /// Lets it fill its place.
    public func resizable() -> Image { self }
}

/// A colour. Apple: since iOS 13.0.
public struct Color: View, Hashable, Sendable {
    public typealias Body = Never

    private let name: String

    /// A colour of the app.
    public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
    /// A colour of UIKit.
    public init(uiColor: UIColor) { name = "\(uiColor)" }
    /// A colour of UIKit.
    public init(_ color: UIColor) { name = "\(color)" }
    /// Red, green and blue, each 0 to 1.
    public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
        name = "\(red) \(green) \(blue) \(opacity)"
    }

    public static let red = Color("red")
    public static let orange = Color("orange")
    public static let yellow = Color("yellow")
    public static let green = Color("green")
    public static let blue = Color("blue")
    public static let purple = Color("purple")
    public static let pink = Color("pink")
    public static let white = Color("white")
    public static let black = Color("black")
    public static let gray = Color("gray")
    public static let clear = Color("clear")
    public static let primary = Color("primary")
    public static let secondary = Color("secondary")
    public static let accentColor = Color("accentColor")
}

/// A font. Apple: since iOS 13.0.
public struct Font: Hashable, Sendable {
    /// How heavy letters are.
    public enum Weight: Hashable, Sendable {
        case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black
    }

    private let name: String

    public static let largeTitle = Font(name: "largeTitle")
    public static let title = Font(name: "title")
    public static let title2 = Font(name: "title2")
    public static let title3 = Font(name: "title3")
    public static let headline = Font(name: "headline")
    public static let subheadline = Font(name: "subheadline")
    public static let body = Font(name: "body")
    public static let callout = Font(name: "callout")
    public static let footnote = Font(name: "footnote")
    public static let caption = Font(name: "caption")

    /// The system's font.
    public static func system(size: CGFloat, weight: Weight = .regular) -> Font {
        Font(name: "system \(size)")
    }

    /// The same, bold.
    public func bold() -> Font { self }
}

/// Where views stand. Apple: since iOS 13.0.
public enum Alignment: Hashable, Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading
    case bottomTrailing
}

/// Where views of a column stand. Apple: since iOS 13.0.
public enum HorizontalAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// Where views of a row stand. Apple: since iOS 13.0.
public enum VerticalAlignment: Hashable, Sendable {
    case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// Edges. Apple: since iOS 13.0.
public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing

    /// Several edges.
    public struct Set: OptionSet, Sendable {
        public let rawValue: Int8

        public init(rawValue: Int8) { self.rawValue = rawValue }

        public static let top = Set(rawValue: 1)
        public static let leading = Set(rawValue: 2)
        public static let bottom = Set(rawValue: 4)
        public static let trailing = Set(rawValue: 8)
        public static let horizontal: Set = [.leading, .trailing]
        public static let vertical: Set = [.top, .bottom]
        public static let all: Set = [.horizontal, .vertical]
    }
}

/// Views in a column. Apple: since iOS 13.0.
public struct VStack<Content: View>: View {
    public typealias Body = Never

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

/// Views in a row. Apple: since iOS 13.0.
public struct HStack<Content: View>: View {
    public typealias Body = Never

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

/// Views on one another. Apple: since iOS 13.0.
public struct ZStack<Content: View>: View {
    public typealias Body = Never

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}

/// Views as one. Apple: since iOS 13.0.
public struct Group<Content> {
    nonisolated init() {}
}

extension Group: View where Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

extension Group: Scene where Content: Scene {
    public var body: Never { preconditionFailure("a group has no body") }
    public var _effects: SceneEffects { SceneEffects() }
}

/// Views for the elements of a collection. Apple: since iOS 13.0.
public struct ForEach<Data: RandomAccessCollection, Content: View>: View {
    public typealias Body = Never

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable {}

    public init(
        _ data: Data, id: KeyPath<Data.Element, some Hashable>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

/// Views in lines. Apple: since iOS 13.0.
public struct List<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}

    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Row> {}
}

/// Settings in lines. Apple: since iOS 13.0.
public struct Form<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

/// A part of a list. Apple: since iOS 13.0.
public struct Section<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

/// Views that can be moved. Apple: since iOS 13.0.
public struct ScrollView<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

/// A stack of screens. Apple: since iOS 16.0.
public struct NavigationStack<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder root: () -> Content) {}
    public init<Path>(path: Binding<Path>, @ViewBuilder root: () -> Content) {}
}

/// A stack of screens. Apple: since iOS 13.0.
public struct NavigationView<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

/// A way to a screen. Apple: since iOS 13.0.
public struct NavigationLink<Label: View>: View {
    public typealias Body = Never

    public init(destination: some View, @ViewBuilder label: () -> Label) {}
    public init(_ title: some StringProtocol, destination: some View) where Label == Text {}
    public init(_ title: some StringProtocol, value: (some Hashable)?) where Label == Text {}
}

/// Screens behind tabs. Apple: since iOS 13.0.
public struct TabView<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
    public init<Selection: Hashable>(
        selection: Binding<Selection>, @ViewBuilder content: () -> Content
    ) {}
}

/// A button. Apple: since iOS 13.0.
public struct Button<Label: View>: View {
    public typealias Body = Never

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public init(
        _ title: some StringProtocol, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) where Label == Text {}
}

/// What a button does. Apple: since iOS 15.0.
public enum ButtonRole: Hashable, Sendable {
    case destructive, cancel
}

/// A switch. Apple: since iOS 13.0.
public struct Toggle<Label: View>: View {
    public typealias Body = Never

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) where Label == Text {}
}

/// A line to type in. Apple: since iOS 13.0.
public struct TextField: View {
    public typealias Body = Never

    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

/// Words with an image. Apple: since iOS 14.0.
public struct Label: View {
    public typealias Body = Never

    public init(_ title: some StringProtocol, systemImage name: String) {}
    public init(_ title: some StringProtocol, image name: String) {}
}

/// A wheel or a bar. Apple: since iOS 14.0.
public struct ProgressView: View {
    public typealias Body = Never

    public init() {}
    public init(_ title: some StringProtocol) {}
}

/// Room. Apple: since iOS 13.0.
public struct Spacer: View {
    public typealias Body = Never

    public init(minLength: CGFloat? = nil) {}
}

/// A line. Apple: since iOS 13.0.
public struct Divider: View {
    public typealias Body = Never

    public init() {}
}
