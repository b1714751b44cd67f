// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import HTTP2Core

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// `header-oracle [blocks] [seed]` passes generated header blocks from each encoder to each
/// decoder, until two of them disagree. Each connection has the next seed, so
/// `header-oracle 1 SEED` repeats a connection that failed.
@main
struct HeaderOracle {
    static func main() {
        let numbers = CommandLine.arguments.dropFirst().compactMap { UInt64($0) }
        let wanted = Int(clamping: numbers.first ?? 1_000_000)
        let first = numbers.count > 1 ? numbers[1] : UInt64.random(in: 0...UInt64(UInt32.max))
        print("header-oracle: seed \(first), \(wanted) blocks of each encoder")
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
        var (blocks, fields, accepted, rejected) = (0, 0, 0, 0)
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
            accepted += connection.damagedTaken
            rejected += connection.damagedRefused
            seed &+= 1
        }
        let damaged =
            damages ? ", changed: \(rejected) rejected and \(accepted) accepted by all" : ""
        print("\(writer.rawValue): \(blocks) blocks, \(fields) fields read identically\(damaged)")
        fflush(nil)
    }
}
