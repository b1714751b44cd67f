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
}
