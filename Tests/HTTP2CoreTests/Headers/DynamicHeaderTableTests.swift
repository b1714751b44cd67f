// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Simulation
import Testing

@testable import HTTP2Core

struct DynamicHeaderTableTests {
    private static func rows(_ table: DynamicHeaderTable) -> [RandomField] {
        (0..<table.count).map {
            let row = table.row(at: $0)
            return RandomField(
                name: Array(table.bytes[row.start..<row.valueStart]),
                value: Array(table.bytes[row.valueStart..<row.end]))
        }
    }

    @Test(arguments: 0..<10)
    func `a table contains the same entries as a simple list`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var table = DynamicHeaderTable(sizeMax: 4096)
        var rows: [RandomField] = []
        func evict(to limit: Int) {
            while rows.reduce(0, { $0 + $1.size }) > limit { rows.removeLast() }
        }
        for _ in 0..<300 {
            if random.chance(1, outOf: 50) {
                let size = Int.random(in: 0...4096, using: &random)
                table.setSizeMax(size)
                evict(to: size)
            }
            let field = RandomField.random(using: &random)
            let bytes = field.name + field.value
            table.insert(bytes.span, nameCount: field.name.count)
            if field.size <= table.sizeMax {
                evict(to: table.sizeMax - field.size)
                rows.insert(field, at: 0)
            } else {
                rows = []
            }
            #expect(Self.rows(table) == rows)
            #expect(table.size == rows.reduce(0) { $0 + $1.size })
            #expect(table.bytes.count <= 2 * 4096)
        }
    }

    @Test func `a table in use does not allocate`() {
        var table = DynamicHeaderTable(sizeMax: 4096)
        let field = Array("apns-id8D5B2A3C-1F00-4E2B-9C3D-0123456789AB".utf8)
        for _ in 0..<500 { table.insert(field.span, nameCount: 7) }
        let address = table.bytes.withUnsafeBytes { $0.baseAddress }
        for _ in 0..<2000 { table.insert(field.span, nameCount: 7) }
        #expect(table.bytes.withUnsafeBytes { $0.baseAddress } == address)
        #expect(table.count == 4096 / (43 + 32))
    }
}
