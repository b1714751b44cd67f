// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An image. Apple: since iOS 2.0. Its file is kept, not decoded.
public final class UIImage: NSObject, Sendable {
    private let data: Data?
    private let name: String?

    /// Takes a file's content; nil when it is empty.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.data = data
        name = nil
        super.init()
    }

    /// Reads a file; nil when there is none.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// An image of the app; nil for an empty name.
    public init?(named name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
        data = nil
        super.init()
    }

    /// One of the system's symbols; nil for an empty name.
    public init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
        data = nil
        super.init()
    }

    /// The file's content as it was given; nil for a named image.
    public func pngData() -> Data? { data }

    /// The file's content as it was given; nil for a named image. Nothing is encoded anew.
    public func jpegData(compressionQuality: CGFloat) -> Data? { data }

    /// How it is drawn. Apple: since iOS 7.0.
    public enum RenderingMode: Int, Sendable {
        /// As its place asks for.
        case automatic = 0
        /// As it is.
        case alwaysOriginal = 1
        /// As a shape.
        case alwaysTemplate = 2
    }

    /// How a symbol is drawn. Apple: since iOS 13.0.
    public class Configuration: NSObject, @unchecked Sendable {}

    /// How large and heavy a symbol is. Apple: since iOS 13.0.
    ///
    /// Proof for `@unchecked Sendable`: it has no stored property.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// A size, in points.
        public init(pointSize: CGFloat) { super.init() }
        /// A size, in points, and a weight.
        public init(pointSize: CGFloat, weight: UIFont.Weight) { super.init() }
        /// The size of a kind of text.
        public init(textStyle: UIFont.TextStyle) { super.init() }
    }

    /// One of the system's symbols; nil for an empty name.
    public convenience init?(systemName name: String, withConfiguration: Configuration?) {
        self.init(systemName: name)
    }

    /// An image of the app; nil for an empty name.
    public convenience init?(
        named name: String, in bundle: Bundle?,
        compatibleWith traitCollection: UITraitCollection? = nil
    ) {
        self.init(named: name)
    }

    /// Its size, in points: none, since it is not decoded.
    public var size: CGSize { .zero }
    /// Pixels in a point.
    public var scale: CGFloat { 1 }

    /// The same in a colour.
    public func withTintColor(
        _ color: UIColor, renderingMode: RenderingMode = .automatic
    ) -> UIImage {
        self
    }

    /// The same, drawn in another way.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }
}
