// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

#if Postgres
import CLibPQ
import SQLCore

/// The result that libpq returned for a statement.
struct PostgresResult {
    let rows: SQLRows
    /// The number of rows that were changed or returned.
    let count: Int
    /// The first word of the server's command tag, for instance `COMMIT`.
    let command: String

    /// Copies a result; the caller still has to free the original.
    init(_ result: OpaquePointer) {
        let columnCount = PQnfields(result)
        let rowCount = PQntuples(result)
        var values: [SQLValue] = []
        values.reserveCapacity(Int(rowCount) * Int(columnCount))
        for row in 0..<rowCount {
            for column in 0..<columnCount {
                values.append(Self.value(result, row, column))
            }
        }
        rows = SQLRows(
            columns: (0..<columnCount).map { Self.text(PQfname(result, $0)) ?? "" },
            values: values)
        count = Self.text(PQcmdTuples(result)).flatMap { Int($0) } ?? 0
        let status = Self.text(PQcmdStatus(result)) ?? ""
        command = status.split(separator: " ").first.map(String.init) ?? ""
    }

    /// Returns a copy of a C string that belongs to libpq.
    static func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    private static func value(_ result: OpaquePointer, _ row: Int32, _ column: Int32) -> SQLValue {
        guard PQgetisnull(result, row, column) == 0, let start = PQgetvalue(result, row, column)
        else { return .null(.text) }
        let bytes = UnsafeRawBufferPointer(
            start: start, count: Int(PQgetlength(result, row, column)))
        guard PQfformat(result, column) == 1 else {
            return .text(String(decoding: bytes, as: UTF8.self))
        }
        switch PQftype(result, column) {
        // The types bool, int8, int2, int4 and oid.
        case 16, 20, 21, 23, 26: return .integer(integer(bytes))
        case PostgresParameters.TypeID.bytea: return .blob(Array(bytes))
        // The types float4, float8 and numeric.
        case 700, 701, 1700: return .other
        default: return .text(String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Returns the value of a big-endian integer of 1 to 8 bytes.
    private static func integer(_ bytes: UnsafeRawBufferPointer) -> Int64 {
        let isNegative = bytes.count > 1 && (bytes.first ?? 0) > 127
        return bytes.reduce(isNegative ? -1 : 0) { ($0 << 8) | Int64($1) }
    }
}
#endif
