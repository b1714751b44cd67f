// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A file in an intent. Available since iOS 13.0.
public class INFile: ValueObject, RecordBacked, @unchecked Sendable {
    /// The stored values of a file.
    public struct Record: ValueRecord {
        package var data: Data
        package var filename: String
        package var type: String?
    }

    /// Creates a file from its contents.
    public convenience init(data: Data, filename: String, typeIdentifier: String?) {
        self.init(record: Record(data: data, filename: filename, type: typeIdentifier))
    }

    /// The file's contents.
    public var data: Data { record.data }
    /// The file's name.
    public var filename: String { record.filename }
    /// The file's uniform type identifier.
    public var typeIdentifier: String? { record.type }
}
