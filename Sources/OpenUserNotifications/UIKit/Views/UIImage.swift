// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An image. Available since iOS 2.0. The image's file is stored, but not decoded.
public final class UIImage: NSObject, Sendable {
    private let data: Data?
    private let name: String?

    /// Creates an image from a file's contents; `nil` when the contents are empty.
    public init?(data: Data) {
        guard !data.isEmpty else { return nil }
        self.data = data
        name = nil
        super.init()
    }

    /// Creates an image from a file; `nil` when the file does not exist or is empty.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data)
    }

    /// Creates an image of the app; `nil` for an empty name.
    public init?(named name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
        data = nil
        super.init()
    }

    /// Creates an image of one of the system's symbols; `nil` for an empty name.
    public init?(systemName name: String) {
        guard !name.isEmpty else { return nil }
        self.name = name
        data = nil
        super.init()
    }

    /// Returns the file's original contents, without encoding; `nil` for a named image.
    public func pngData() -> Data? { data }

    /// Returns the file's original contents, without encoding; `nil` for a named image.
    public func jpegData(compressionQuality: CGFloat) -> Data? { data }

    /// How an image is drawn. Available since iOS 7.0.
    public enum RenderingMode: Int, Sendable {
        /// The mode that suits the context.
        case automatic = 0
        /// The image is drawn unchanged.
        case alwaysOriginal = 1
        /// The image is drawn as a template: only its shape is used.
        case alwaysTemplate = 2
    }

    /// The configuration of an image. Available since iOS 13.0.
    public class Configuration: NSObject, @unchecked Sendable {}

    /// The configuration of a symbol: its size and weight. Available since iOS 13.0.
    ///
    /// Proof for `@unchecked Sendable`: the class has no stored property.
    public final class SymbolConfiguration: Configuration, @unchecked Sendable {
        /// Creates a configuration with a size in points.
        public init(pointSize: CGFloat) { super.init() }
        /// Creates a configuration with a size in points and a weight.
        public init(pointSize: CGFloat, weight: UIFont.Weight) { super.init() }
        /// Creates a configuration with the size of a text style.
        public init(textStyle: UIFont.TextStyle) { super.init() }
    }

    /// Creates an image of one of the system's symbols; `nil` for an empty name.
    public convenience init?(systemName name: String, withConfiguration: Configuration?) {
        self.init(systemName: name)
    }

    /// Creates an image of the app; `nil` for an empty name.
    public convenience init?(
        named name: String, in bundle: Bundle?,
        compatibleWith traitCollection: UITraitCollection? = nil
    ) {
        self.init(named: name)
    }

    /// The size in points; always zero, because the image is not decoded.
    public var size: CGSize { .zero }
    /// The number of pixels per point; always 1.
    public var scale: CGFloat { 1 }

    /// Returns the image in a tint color; here, the image itself.
    public func withTintColor(
        _ color: UIColor, renderingMode: RenderingMode = .automatic
    ) -> UIImage {
        self
    }

    /// Returns the image with a rendering mode; here, the image itself.
    public func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { self }
}
