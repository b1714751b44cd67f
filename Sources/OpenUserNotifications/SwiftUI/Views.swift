// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

// The views that are used where apps declare their scenes. They are compiled, but never created.

/// A view that shows text. Available since iOS 13.0.
public struct Text: View {
    public typealias Body = Never

    /// Creates a view that shows a localized string.
    public init(_ key: LocalizedStringResource) {}
    /// Creates a view that shows a string.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) {}
    /// Creates a view that shows a string without localizing the string.
    public init(verbatim content: String) {}
}

/// An image. Available since iOS 13.0.
public struct Image: View {
    public typealias Body = Never

    /// Creates an image of the app.
    public init(_ name: String, bundle: Bundle? = nil) {}
    /// Creates an image of one of the system's symbols.
    public init(systemName: String) {}
    /// Creates an image from a UIKit image.
    public init(uiImage: UIImage) {}

    /// Returns an image that fills the available space.
    public func resizable() -> Image { self }
}

/// A color. Available since iOS 13.0.
public struct Color: View, Hashable, Sendable {
    public typealias Body = Never

    private let name: String

    /// Creates a color of the app.
    public init(_ name: String, bundle: Bundle? = nil) { self.name = name }
    /// Creates a color from a UIKit color.
    public init(uiColor: UIColor) { name = "\(uiColor)" }
    /// Creates a color from a UIKit color.
    public init(_ color: UIColor) { name = "\(color)" }
    /// Creates a color from red, green and blue, each 0 to 1.
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

/// A font. Available since iOS 13.0.
public struct Font: Hashable, Sendable {
    /// The weight of a font.
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

    /// Returns the system's font.
    public static func system(size: CGFloat, weight: Weight = .regular) -> Font {
        Font(name: "system \(size)")
    }

    /// Returns the font in bold; here, the font itself.
    public func bold() -> Font { self }
}

/// An alignment in both dimensions. Available since iOS 13.0.
public enum Alignment: Hashable, Sendable {
    case center, leading, trailing, top, bottom, topLeading, topTrailing, bottomLeading
    case bottomTrailing
}

/// The horizontal alignment of views. Available since iOS 13.0.
public enum HorizontalAlignment: Hashable, Sendable {
    case leading, center, trailing
}

/// The vertical alignment of views. Available since iOS 13.0.
public enum VerticalAlignment: Hashable, Sendable {
    case top, center, bottom, firstTextBaseline, lastTextBaseline
}

/// An edge of a view. Available since iOS 13.0.
public enum Edge: Int8, CaseIterable, Sendable {
    case top, leading, bottom, trailing

    /// A set of edges.
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

/// Views in a column. Available since iOS 13.0.
public struct VStack<Content: View>: View {
    public typealias Body = Never

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

/// Views in a row. Available since iOS 13.0.
public struct HStack<Content: View>: View {
    public typealias Body = Never

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {}
}

/// Views on top of one another. Available since iOS 13.0.
public struct ZStack<Content: View>: View {
    public typealias Body = Never

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {}
}

/// A group of views or scenes. Available since iOS 13.0.
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

/// Views for the elements of a collection. Available since iOS 13.0.
public struct ForEach<Data: RandomAccessCollection, Content: View>: View {
    public typealias Body = Never

    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content)
    where Data.Element: Identifiable {}

    public init(
        _ data: Data, id: KeyPath<Data.Element, some Hashable>,
        @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {}
}

/// A list of rows. Available since iOS 13.0.
public struct List<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}

    public init<Data: RandomAccessCollection, Row: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
    ) where Data.Element: Identifiable, Content == ForEach<Data, Row> {}
}

/// A form of controls. Available since iOS 13.0.
public struct Form<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

/// A section of a list. Available since iOS 13.0.
public struct Section<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
    public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {}
}

/// A scrollable view. Available since iOS 13.0.
public struct ScrollView<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

/// A stack of screens. Available since iOS 16.0.
public struct NavigationStack<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder root: () -> Content) {}
    public init<Path>(path: Binding<Path>, @ViewBuilder root: () -> Content) {}
}

/// A stack of screens. Available since iOS 13.0.
public struct NavigationView<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
}

/// A link to a screen. Available since iOS 13.0.
public struct NavigationLink<Label: View>: View {
    public typealias Body = Never

    public init(destination: some View, @ViewBuilder label: () -> Label) {}
    public init(_ title: some StringProtocol, destination: some View) where Label == Text {}
    public init(_ title: some StringProtocol, value: (some Hashable)?) where Label == Text {}
}

/// A view that switches between screens with tabs. Available since iOS 13.0.
public struct TabView<Content: View>: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {}
    public init<Selection: Hashable>(
        selection: Binding<Selection>, @ViewBuilder content: () -> Content
    ) {}
}

/// A button. Available since iOS 13.0.
public struct Button<Label: View>: View {
    public typealias Body = Never

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {}
    public init(
        _ title: some StringProtocol, role: ButtonRole? = nil,
        action: @escaping @MainActor () -> Void
    ) where Label == Text {}
}

/// The role of a button. Available since iOS 15.0.
public enum ButtonRole: Hashable, Sendable {
    case destructive, cancel
}

/// A switch. Available since iOS 13.0.
public struct Toggle<Label: View>: View {
    public typealias Body = Never

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {}
    public init(_ title: some StringProtocol, isOn: Binding<Bool>) where Label == Text {}
}

/// An editable line of text. Available since iOS 13.0.
public struct TextField: View {
    public typealias Body = Never

    public init(_ title: some StringProtocol, text: Binding<String>) {}
}

/// A title with an image. Available since iOS 14.0.
public struct Label: View {
    public typealias Body = Never

    public init(_ title: some StringProtocol, systemImage name: String) {}
    public init(_ title: some StringProtocol, image name: String) {}
}

/// An indicator of progress. Available since iOS 14.0.
public struct ProgressView: View {
    public typealias Body = Never

    public init() {}
    public init(_ title: some StringProtocol) {}
}

/// Flexible space. Available since iOS 13.0.
public struct Spacer: View {
    public typealias Body = Never

    public init(minLength: CGFloat? = nil) {}
}

/// A line that separates views. Available since iOS 13.0.
public struct Divider: View {
    public typealias Body = Never

    public init() {}
}
