// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Diagnostics
import Foundation

/// A property list of a checkout, with its text, so that findings can point into it.
public struct PlistFile: Sendable {
    public var source: SourceText
    public var value: PlistValue

    public init(source: SourceText, value: PlistValue) {
        self.source = source
        self.value = value
    }

    public var path: String { source.name }

    /// Reads a property list: XML, binary or the old style.
    ///
    /// - Throws: ``PlistError`` when it is none.
    public init(reading source: SourceText) throws(PlistError) {
        self.init(source: source, value: try PlistValue(reading: source))
    }

    /// Where a key stands; the whole file in a binary one, or when it is missing.
    public func location(of key: String) -> Diagnostic.Location {
        let needle = Array("<key>\(key)</key>".utf8)
        let bytes = source.bytes
        guard bytes.count >= needle.count else { return source.location(nil) }
        for start in 0...(bytes.count - needle.count)
        where bytes[start] == UInt8(ascii: "<") && bytes[start...].starts(with: needle) {
            return source.location(start..<(start + needle.count), keyPath: key)
        }
        return source.location(nil)
    }
}

/// Why a file is not a property list.
public struct PlistError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

extension PlistValue {
    init(reading source: SourceText) throws(PlistError) {
        let object: Any
        do {
            object = try PropertyListSerialization.propertyList(
                from: Data(source.bytes), format: nil)
        } catch { throw PlistError("this is not a property list") }
        guard let value = PlistValue(object) else {
            throw PlistError("the property list holds a value that property lists do not have")
        }
        self = value
    }

    private init?(_ object: Any) {
        switch object {
        case let text as String: self = .string(text)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(Array(data))
        case let values as [Any]:
            let read = values.compactMap(PlistValue.init)
            guard read.count == values.count else { return nil }
            self = .array(read)
        case let values as [String: Any]:
            let read = values.compactMapValues(PlistValue.init)
            guard read.count == values.count else { return nil }
            self = .dictionary(read)
        case let number as NSNumber:
            // On Linux every number can be cast to Bool; the type it was stored with tells.
            switch String(cString: number.objCType) {
            case "c", "B": self = .bool(number.boolValue)
            case "d", "f": self = .real(number.doubleValue)
            default: self = .integer(number.intValue)
            }
        default: return nil
        }
    }
}
