// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import CLibPQ
import SQLCore

/// The parameters of a statement in PostgreSQL's binary format, in which a text may contain any
/// byte and numbers are not converted to text.
struct PostgresParameters {
    /// The object identifiers of PostgreSQL's types, from `pg_type.dat` in PostgreSQL's source.
    enum TypeID {
        static let bytea: Oid = 17
        static let int8: Oid = 20
        static let text: Oid = 25
        static let byteaArray: Oid = 1001
        static let textArray: Oid = 1009
        static let int8Array: Oid = 1016
    }

    private(set) var types: [Oid] = []
    private var bytes: [UInt8] = []
    /// The range of each value in `bytes`; `nil` for NULL.
    private var ranges: [Range<Int>?] = []

    init(_ values: [SQLValue]) {
        for value in values {
            types.append(Self.type(value))
            guard !value.isNull, value != .other else {
                ranges.append(nil)
                continue
            }
            let start = bytes.count
            append(value)
            ranges.append(start..<bytes.count)
        }
    }

    var count: Int { ranges.count }

    private static func type(_ value: SQLValue) -> Oid {
        switch value {
        case .null(.integer), .integer: TypeID.int8
        case .null(.text), .text, .other: TypeID.text
        case .null(.blob), .blob: TypeID.bytea
        case .integers: TypeID.int8Array
        case .texts: TypeID.textArray
        case .blobs: TypeID.byteaArray
        }
    }

    private mutating func append(_ value: SQLValue) {
        switch value {
        case .null, .other: break
        case .integer(let value): append(value)
        case .text(let value): bytes += value.utf8
        case .blob(let value): bytes += value
        case .integers(let list):
            appendHeader(count: list.count, element: TypeID.int8, hasNull: list.contains(nil))
            for element in list {
                append(Int32(element == nil ? -1 : 8))
                if let element { append(element) }
            }
        case .texts(let list):
            appendHeader(count: list.count, element: TypeID.text, hasNull: list.contains(nil))
            for element in list {
                append(element.map { Int32(clamping: $0.utf8.count) } ?? -1)
                if let element { bytes += element.utf8 }
            }
        case .blobs(let list):
            appendHeader(count: list.count, element: TypeID.bytea, hasNull: list.contains(nil))
            for element in list {
                append(element.map { Int32(clamping: $0.count) } ?? -1)
                if let element { bytes += element }
            }
        }
    }

    /// Appends the header of an array: the number of dimensions, whether the array contains NULL,
    /// the type of the elements, the length and the first index.
    private mutating func appendHeader(count: Int, element: Oid, hasNull: Bool) {
        append(Int32(count == 0 ? 0 : 1))
        append(Int32(hasNull ? 1 : 0))
        append(Int32(bitPattern: element))
        if count > 0 {
            append(Int32(clamping: count))
            append(Int32(1))
        }
    }

    private mutating func append(_ integer: some FixedWidthInteger) {
        withUnsafeBytes(of: integer.bigEndian) { bytes += $0 }
    }

    /// Calls a closure with the arrays that libpq expects: values, lengths and formats.
    func withPointers<Result>(
        _ body: (
            UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> Result
    ) -> Result {
        let lengths = ranges.map { Int32(clamping: $0?.count ?? 0) }
        let formats = ranges.map { _ in Int32(1) }
        // An empty value needs an address, too, because libpq treats a null pointer as NULL.
        let storage = bytes + [0]
        return storage.withUnsafeBytes { storage in
            let base = storage.bindMemory(to: CChar.self).baseAddress
            let values = ranges.map { range in
                range.flatMap { range in base.map { $0 + range.lowerBound } }
            }
            return values.withUnsafeBufferPointer { values in
                lengths.withUnsafeBufferPointer { lengths in
                    formats.withUnsafeBufferPointer { formats in
                        body(values.baseAddress, lengths.baseAddress, formats.baseAddress)
                    }
                }
            }
        }
    }
}
#endif
