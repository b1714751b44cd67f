// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The superclass of this module's classes that only contain values. Each object has one record,
/// which determines how the object is compared, hashed, archived and copied.
///
/// Apple's corresponding classes compare by value, and `Set<UNNotificationCategory>` relies on
/// this. Apps cannot subclass the classes of this module; Apple's notification service rejects
/// subclasses too.
///
/// Proof for `@unchecked Sendable`, which applies to every subclass in this module: the only stored
/// property is a `let` that contains a `Mutex` around a `Sendable` value. No subclass adds a stored
/// property; all subclasses read and write through `record` and `change(_:)`.
public class ValueObject: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private let storage: Mutex<any ValueRecord>

    /// Wraps a record, which must have the record type of the class.
    package required init(record: any ValueRecord) {
        storage = Mutex(record)
        super.init()
    }

    /// Decodes an object written by ``encode(with:)``; `nil` when the data is damaged.
    public required init?(coder: NSCoder) {
        guard let type = (Self.self as? any RecordBacked.Type)?.recordType,
            let data = coder.decodeObject(of: NSData.self, forKey: ValueArchive.key),
            let record = try? JSONDecoder().decode(type, from: data as Data)
        else { return nil }
        storage = Mutex(record)
        super.init()
    }

    /// Always `true`, because only values of known types are decoded.
    public class var supportsSecureCoding: Bool { true }

    /// Encodes the record as a single data value.
    public func encode(with coder: NSCoder) {
        guard let data = try? JSONEncoder().encode(anyRecord) else { return }
        coder.encode(data as NSData, forKey: ValueArchive.key)
    }

    /// Returns an object with the same values. Immutable objects return themselves.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    fileprivate final var anyRecord: any ValueRecord { storage.withLock { $0 } }

    fileprivate final func edit<Record: ValueRecord>(_ body: (inout Record) -> Void) {
        storage.withLock { stored in
            guard var record = stored as? Record else { return }
            body(&record)
            stored = record
        }
    }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ValueObject else { return false }
        return other === self || anyRecord.isEqual(to: other.anyRecord)
    }

    public override var hash: Int { anyRecord.hashValue }
}

/// The values of an object.
public protocol ValueRecord: Codable, Hashable, Sendable {}

extension ValueRecord {
    fileprivate func isEqual(to other: any ValueRecord) -> Bool { other as? Self == self }
}

/// A ``ValueObject`` that declares the type of its record.
public protocol RecordBacked: ValueObject {
    associatedtype Record: ValueRecord
}

extension RecordBacked {
    fileprivate static var recordType: any ValueRecord.Type { Record.self }

    /// The object's values.
    ///
    /// The cast always succeeds: each class of this module passes its own record type to its
    /// initializer.
    package var record: Record { anyRecord as! Record }

    /// Changes values. Only classes that Apple declares as mutable call this.
    func change(_ body: (inout Record) -> Void) { edit(body) }
}

/// The format of an archived record.
private enum ValueArchive {
    static let key = "record"
}
