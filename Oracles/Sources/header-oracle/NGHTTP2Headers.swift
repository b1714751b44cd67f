// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import CNGHTTP2
import HTTP2Core

/// The size and rows of libnghttp2's table, the newest row first.
struct TableContents: Equatable {
    var size = 0
    var rows: [RandomField] = []
}

extension RandomField {
    /// A row of nghttp2's tables, of which 61 are static.
    fileprivate init(_ row: UnsafePointer<nghttp2_nv>) {
        name = Array(UnsafeBufferPointer(start: row.pointee.name, count: row.pointee.namelen))
        value = Array(UnsafeBufferPointer(start: row.pointee.value, count: row.pointee.valuelen))
    }
}

/// libnghttp2's decoder of header blocks.
final class NGHTTP2Decoder {
    private let inflater: OpaquePointer

    init() {
        var inflater: OpaquePointer?
        nghttp2_hd_inflate_new(&inflater)
        guard let inflater else { preconditionFailure("no memory") }
        self.inflater = inflater
    }

    deinit { nghttp2_hd_inflate_del(inflater) }

    func setTableSizeMax(_ size: Int) {
        precondition(nghttp2_hd_inflate_change_table_size(inflater, size) == 0)
    }

    /// The fields of a block; `nil` when it is rejected.
    func fields(_ block: [UInt8]) -> [RandomField]? {
        var fields: [RandomField] = []
        return block.withUnsafeBufferPointer { block in
            var offset = 0
            while true {
                var (row, flags) = (nghttp2_nv(), CInt(0))
                let read = nghttp2_hd_inflate_hd2(
                    inflater, &row, &flags, block.baseAddress.map { $0 + offset },
                    block.count - offset, 1)
                guard read >= 0 else { return nil }
                offset += read
                let emits = flags & CInt(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0
                if emits { fields.append(RandomField(&row)) }
                if flags & CInt(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
                    nghttp2_hd_inflate_end_headers(inflater)
                    return fields
                }
                if !emits, offset == block.count { return fields }
            }
        }
    }

    var table: TableContents {
        let count = nghttp2_hd_inflate_get_num_table_entries(inflater)
        return TableContents(
            size: nghttp2_hd_inflate_get_dynamic_table_size(inflater),
            rows: (62..<max(62, count + 1)).compactMap {
                nghttp2_hd_inflate_get_table_entry(inflater, $0).map { RandomField($0) }
            })
    }
}

/// libnghttp2's encoder of header blocks.
final class NGHTTP2Encoder {
    private let deflater: OpaquePointer

    init() {
        var deflater: OpaquePointer?
        nghttp2_hd_deflate_new(&deflater, 4096)
        guard let deflater else { preconditionFailure("no memory") }
        self.deflater = deflater
    }

    deinit { nghttp2_hd_deflate_del(deflater) }

    func setTableSizeMax(_ size: Int) {
        precondition(nghttp2_hd_deflate_change_table_size(deflater, size) == 0)
    }

    /// - Parameter secret: the indexes of fields that must never be indexed.
    func block(_ fields: [RandomField], secret: Set<Int>) -> [UInt8] {
        var texts: [UInt8] = []
        for field in fields { texts += field.name + field.value }
        texts.append(0)
        return texts.withUnsafeMutableBufferPointer { texts in
            guard var next = texts.baseAddress else { return [] }
            var rows: [nghttp2_nv] = []
            for (place, field) in fields.enumerated() {
                let flags = secret.contains(place) ? NGHTTP2_NV_FLAG_NO_INDEX : NGHTTP2_NV_FLAG_NONE
                rows.append(
                    nghttp2_nv(
                        name: next, value: next + field.name.count, namelen: field.name.count,
                        valuelen: field.value.count, flags: UInt8(flags.rawValue)))
                next += field.name.count + field.value.count
            }
            let room = nghttp2_hd_deflate_bound(deflater, rows, rows.count)
            return [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                count = nghttp2_hd_deflate_hd(
                    deflater, buffer.baseAddress, buffer.count, rows, rows.count)
            }
        }
    }

    var table: TableContents {
        let count = nghttp2_hd_deflate_get_num_table_entries(deflater)
        return TableContents(
            size: nghttp2_hd_deflate_get_dynamic_table_size(deflater),
            rows: (62..<max(62, count + 1)).compactMap {
                nghttp2_hd_deflate_get_table_entry(deflater, $0).map { RandomField($0) }
            })
    }
}
