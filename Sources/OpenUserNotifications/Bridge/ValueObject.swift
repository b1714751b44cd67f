// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// What the classes of this module share that hold nothing but values: one record, by which they
/// are compared, hashed, archived and copied.
///
/// Apple's classes of this kind compare by value; `Set<UNNotificationCategory>` relies on it.
/// Apps cannot make subclasses of their own: Apple's notification service refuses them too.
///
/// Proof for `@unchecked Sendable`, which holds for every subclass in this module: the only stored
/// property is a `let` that holds a `Mutex` around a `Sendable` value. No subclass adds a stored
/// property; all of them read and write through ``record`` and ``change(_:)``.
public class ValueObject<Record: Codable & Hashable & Sendable>: NSObject, NSCopying,
    NSSecureCoding, @unchecked Sendable
{
    private let storage: Mutex<Record>

    /// Wraps a record.
    package required init(record: Record) {
        storage = Mutex(record)
        super.init()
    }

    /// Reads what ``encode(with:)`` wrote; nil when it is damaged.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: ValueArchive.key),
            let record = try? JSONDecoder().decode(Record.self, from: data as Data)
        else { return nil }
        storage = Mutex(record)
        super.init()
    }

    /// Always true: only values of known types are read.
    public class var supportsSecureCoding: Bool { true }

    /// Writes the record as one piece of data.
    public func encode(with coder: NSCoder) {
        guard let data = try? JSONEncoder().encode(record) else { return }
        coder.encode(data as NSData, forKey: ValueArchive.key)
    }

    /// An object with the same values. Those that cannot change are their own copy.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// All the values.
    package final var record: Record { storage.withLock { $0 } }

    /// Changes values. Only classes that Apple declares as mutable call it.
    final func change(_ body: (inout sending Record) -> Void) { storage.withLock { body(&$0) } }

    public override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ValueObject<Record> else { return false }
        return other === self || other.record == record
    }

    public override var hash: Int { record.hashValue }
}

/// How a record lies in an archive.
private enum ValueArchive {
    static let key = "record"
}
