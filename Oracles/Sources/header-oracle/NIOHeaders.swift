// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core
import NIOCore
import NIOHPACK

extension RandomField {
    /// The field in a form that NIOHPACK supports: it rejects empty names, which RFC 7541 permits
    /// (section 5.2), treats names as equal that differ only in bit 5, and has text, not bytes.
    var forNIO: RandomField {
        let name = name.isEmpty ? Array("x".utf8) : name
        let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789-:".utf8)
        return RandomField(
            name: name.map { letters.contains($0) ? $0 : letters[Int($0) % 26] },
            value: value.map { $0 & 0x7F })
    }

    fileprivate var texts: (name: String, value: String) {
        (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }
}

/// NIOHPACK's decoder of header blocks.
struct NIODecoder {
    private var decoder = HPACKDecoder(
        allocator: ByteBufferAllocator(), maxDynamicTableSize: 4096, maxHeaderListSize: .max)

    mutating func setTableSizeMax(_ size: Int) { decoder.maxDynamicTableLength = size }

    /// The fields of a block; `nil` when it is rejected.
    mutating func fields(_ block: [UInt8]) -> [RandomField]? {
        var buffer = ByteBuffer(bytes: block)
        guard let headers = try? decoder.decodeHeaders(from: &buffer) else { return nil }
        return headers.map { RandomField(name: Array($0.name.utf8), value: Array($0.value.utf8)) }
    }
}

/// NIOHPACK's encoder of header blocks.
struct NIOEncoder {
    private let allocator = ByteBufferAllocator()
    private var encoder: HPACKEncoder

    init(usesHuffman: Bool) {
        encoder = HPACKEncoder(
            allocator: allocator, useHuffmanEncoding: usesHuffman, maxDynamicTableSize: 4096)
    }

    mutating func setTableSizeMax(_ size: Int) throws { try encoder.setDynamicTableSize(size) }

    /// - Parameter secret: the indexes of fields that must never be indexed.
    mutating func block(_ fields: [RandomField], secret: Set<Int>) throws -> [UInt8] {
        try encoder.beginEncoding(allocator: allocator)
        for (place, field) in fields.enumerated() {
            let (name, value) = field.texts
            if secret.contains(place) {
                try encoder.appendNeverIndexed(header: name, value: value)
            } else if value.utf8.count % 5 == 4 {
                try encoder.appendNonIndexed(header: name, value: value)
            } else {
                try encoder.append(header: name, value: value)
            }
        }
        return Array(try encoder.endEncoding().readableBytesView)
    }

    var tableSize: Int { encoder.dynamicTableSize }
}
