// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// An image in an intent. Available since iOS 10.0. The image is stored, but not decoded.
public class INImage: ValueObject, RecordBacked, @unchecked Sendable {
    /// The image's source.
    public struct Record: ValueRecord {
        package var name: String?
        package var systemName: String?
        package var data: Data?
        package var url: URL?
        package var width: Double?
        package var height: Double?
    }

    /// Creates an image from an image of the app.
    public convenience init(named name: String) { self.init(record: Record(name: name)) }

    /// Returns one of the system's symbols. Available since iOS 14.0.
    public class func systemImageNamed(_ systemImageName: String) -> Self {
        Self(record: Record(systemName: systemImageName))
    }

    /// Creates an image from a file's contents.
    public convenience init(imageData: Data) { self.init(record: Record(data: imageData)) }

    /// Creates an image at a URL.
    public convenience init?(url URL: URL) { self.init(record: Record(url: URL)) }

    /// Creates an image at a URL, with its size in points. Available since iOS 11.0.
    public convenience init?(url URL: URL, width: Double, height: Double) {
        self.init(record: Record(url: URL, width: width, height: height))
    }
}
