// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A picture in an intent. Apple: since iOS 10.0. It is kept, not decoded.
public class INImage: ValueObject, RecordBacked, @unchecked Sendable {
    /// Where a picture comes from.
    public struct Record: ValueRecord {
        package var name: String?
        package var systemName: String?
        package var data: Data?
        package var url: URL?
        package var width: Double?
        package var height: Double?
    }

    /// A picture of the app.
    public convenience init(named name: String) { self.init(record: Record(name: name)) }

    /// One of the system's symbols. Since iOS 14.0.
    public class func systemImageNamed(_ systemImageName: String) -> Self {
        Self(record: Record(systemName: systemImageName))
    }

    /// A picture from a file's content.
    public convenience init(imageData: Data) { self.init(record: Record(data: imageData)) }

    /// A picture at a URL.
    public convenience init?(url URL: URL) { self.init(record: Record(url: URL)) }

    /// A picture at a URL, with its size in points. Since iOS 11.0.
    public convenience init?(url URL: URL, width: Double, height: Double) {
        self.init(record: Record(url: URL, width: width, height: height))
    }
}
