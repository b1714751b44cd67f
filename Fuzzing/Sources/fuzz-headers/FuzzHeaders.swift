// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

private let listSizeMax = 16_384

/// libFuzzer calls this with the blocks of one connection: the first byte has options, then each
/// block follows its length, one byte. The decoder must read or reject them within the limits, and
/// must read the same fields after they were encoded again.
private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let options = bytes.first else { return 0 }
    let tableSizeMax = [4096, 16_384, 100, 0][Int(options & 3)]
    var decoder = HeaderDecoder(tableSizeMax: tableSizeMax, listSizeMax: listSizeMax)
    var encoder = HeaderEncoder(usesHuffman: options & 4 != 0)
    var second = HeaderDecoder(listSizeMax: listSizeMax)
    let all: [HeaderEncoder.Indexing] = [.remembered, .nameRemembered, .literal, .neverIndexed]
    var (list, again, offset) = (HeaderList(), HeaderList(), 1)
    while offset < bytes.count {
        let end = min(bytes.count, offset + 1 + Int(bytes[offset]))
        do {
            try decoder.decode(bytes.span.extracting(offset + 1..<end), into: &list)
        } catch {
            precondition(error.code == .compressionError || error.code == .enhanceYourCalm)
            return 0
        }
        precondition(list.listSize <= listSizeMax, "a list beyond the limit")
        precondition(decoder.tableSize.size <= max(tableSizeMax, 0), "a table beyond the limit")
        if options & 8 != 0 {
            let size = 64 * Int(bytes[end - 1])
            encoder.setTableSizeMax(size)
            second.setTableSizeMax(size)
        }
        var block: [UInt8] = []
        encoder.beginBlock(&block)
        for (index, field) in list.fields.enumerated() {
            let fields = list.bytes.span
            encoder.append(
                name: fields.extracting(field.nameStart..<field.valueStart),
                value: fields.extracting(field.valueStart..<field.end),
                all[(index + Int(options >> 4)) & 3], to: &block)
        }
        do {
            try second.decode(block.span, into: &again)
        } catch { preconditionFailure("our own block is rejected: \(error.problem)") }
        precondition(again.fields == list.fields, "other field lengths than were written")
        precondition(
            again.bytes[..<again.byteCount] == list.bytes[..<list.byteCount],
            "other fields than were written")
        precondition(second.tableSize == encoder.tableSize, "the tables differ")
        offset = end
    }
    return 0
}

/// libFuzzer's own loop. SwiftPM gives an executable a `main` of its own, which calls this.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

@_cdecl("fuzz_headers_main")
public func fuzzMain(
    _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> CInt {
    var (count, arguments) = (count, arguments)
    return runFuzzer(&count, &arguments, testOneInput)
}
