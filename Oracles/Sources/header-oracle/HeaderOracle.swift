// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `header-oracle [blocks] [seed]`: generated header blocks from each writer to each reader, until
/// two disagree. A connection's seed is the first one and its number, so `header-oracle 1 SEED`
/// runs the connection again that failed.
@main
struct HeaderOracle {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let wanted = Int(clamping: numbers.first ?? 1_000_000)
        let first = numbers.count > 1 ? numbers[1] : UInt64.random(in: 0...UInt64(UInt32.max))
        print("header-oracle: seed \(first), \(wanted) blocks of each writer")
        fflush(nil)
        for writer in BlockWriter.allCases {
            for damages in [false, true] {
                run(writer, damages: damages, wanted, first)
            }
        }
    }

    private static func run(
        _ writer: BlockWriter, damages: Bool, _ wanted: Int, _ first: UInt64
    ) {
        var (blocks, fields, taken, refused) = (0, 0, 0, 0)
        var seed = first
        while blocks < wanted {
            var connection = Connection(writer, damages: damages, seed: seed)
            do {
                try connection.run()
            } catch {
                print("\(writer.rawValue), changed: \(damages), seed \(seed): \(error)")
                exit(1)
            }
            blocks += connection.blocks
            fields += connection.fieldCount
            taken += connection.damagedTaken
            refused += connection.damagedRefused
            seed &+= 1
        }
        let damaged = damages ? ", changed: \(refused) refused and \(taken) taken alike" : ""
        print("\(writer.rawValue): \(blocks) blocks, \(fields) fields alike\(damaged)")
        fflush(nil)
    }
}
