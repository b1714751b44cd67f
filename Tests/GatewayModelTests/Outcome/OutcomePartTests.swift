// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayModel
import Simulation
import Testing

struct OutcomePartTests {
    private static let codes = [
        OutcomeCode(.accepted), OutcomeCode(.accepted, variant: 1),
        OutcomeCode(.rejected, reason: "Unregistered"),
        OutcomeCode(.suppressed, reason: "quiet_hours"),
        OutcomeCode(.retrying, reason: "TooManyRequests"),
    ]

    private static func random(
        _ generator: inout SeededGenerator
    ) -> (entries: [OutcomePart.Entry], part: OutcomePart?) {
        var numbers: Set<Int64> = []
        for _ in 0..<Int(generator.next() % 200) {
            numbers.insert(Int64(generator.next() % (1 << (generator.next() % 45))))
        }
        var builder = OutcomePartBuilder()
        var entries: [OutcomePart.Entry] = []
        for number in numbers {
            let code = codes[Int(generator.next() % UInt64(codes.count))]
            builder.add(number, code)
            entries.append(.init(installation: number, code: code))
        }
        entries.sort { $0.installation < $1.installation }
        return (entries, builder.finish())
    }

    @Test func `encoded outcomes are decoded in the order of their installations`() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let (entries, part) = Self.random(&generator)
            guard let part else {
                #expect(entries.isEmpty)
                continue
            }
            #expect(try part.entries() == entries)
            #expect(part.first == entries.first?.installation)
            #expect(part.last == entries.last?.installation)
            #expect(part.count == entries.count)
        }
    }

    @Test func `five thousand outcomes take about two bytes each`() throws {
        var builder = OutcomePartBuilder()
        for number in 1...5000 as ClosedRange<Int64> {
            builder.add(
                3 * number, number % 50 == 0 ? Self.codes[2] : OutcomeCode(.accepted))
        }
        let part = try #require(builder.finish())
        #expect(part.bytes.count < 5000 * 2 + 64)
        #expect(builder.sums[OutcomeCode(.accepted)] == 4900)
        #expect(builder.sums.total == 5000)
    }

    @Test func `a change of any byte of a part, or a cut anywhere, is an error`() throws {
        var generator = SeededGenerator(seed: 2)
        let (_, part) = Self.random(&generator)
        let good = try #require(part)
        for index in good.bytes.indices {
            var bytes = good.bytes
            bytes[index] ^= UInt8(1 + generator.next() % 255)
            let bad = OutcomePart(
                first: good.first, last: good.last, count: good.count, bytes: bytes)
            #expect(throws: OutcomePartError.self) { try bad.entries() }
            let cut = OutcomePart(
                first: good.first, last: good.last, count: good.count,
                bytes: Array(good.bytes[..<index]))
            #expect(throws: OutcomePartError.self) { try cut.entries() }
        }
    }

    @Test func `random bytes are an error and cause no trap`() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<3000 {
            var bytes = (0..<Int(generator.next() % 60)).map { _ in
                UInt8(truncatingIfNeeded: generator.next())
            }
            if !bytes.isEmpty { bytes[0] = 1 }
            let part = OutcomePart(first: 0, last: 1, count: 2, bytes: bytes)
            #expect(throws: OutcomePartError.self) { try part.entries() }
        }
    }

    @Test(arguments: [
        ([1, 0, 0, 0, 0, 0] as [UInt8], "ends"),
        ([9, 0, 0], "version"),
        ([1, 1, 0, 0, 0, 1, 0x80], "early"),
        ([1, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], "large"),
        ([1, 1, 9, 0, 0, 0], "code"),
        ([1, 1, 0, 0, 0, 1, 5, 1], "code"),
        ([1, 1, 0, 0, 0, 2, 5, 0, 0, 0], "order"),
        ([1, 1, 0, 0, 0, 1, 5, 0, 7], "after"),
    ])
    func `invalid bytes with a right checksum are an error`(bytes: [UInt8], word: String) {
        // The format requires an FNV-1a checksum.
        let hash = bytes.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let checksum = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: hash >> $0) }
        let part = OutcomePart(first: 5, last: 5, count: 1, bytes: bytes + checksum)
        let error = #expect(throws: OutcomePartError.self) { try part.entries() }
        if word != "ends" { #expect(error?.description.contains(word) == true) }
    }

    @Test func `a count that does not agree with the bytes is an error`() throws {
        var builder = OutcomePartBuilder()
        builder.add(5, OutcomeCode(.accepted))
        let part = try #require(builder.finish())
        let other = OutcomePart(first: 5, last: 5, count: 2, bytes: part.bytes)
        #expect(throws: OutcomePartError.self) { try other.entries() }
    }

    @Test func `reasons beyond the limit are recorded as other`() throws {
        var builder = OutcomePartBuilder()
        for number in 0..<1000 as Range<Int64> {
            builder.add(number, OutcomeCode(.rejected, reason: "reason \(number)"))
        }
        let entries = try #require(builder.finish()).entries()
        #expect(entries.count == 1000)
        #expect(entries[999].code == OutcomeCode(.rejected, reason: "other"))
        #expect(entries[3].code.reason == "reason 3")
    }
}
