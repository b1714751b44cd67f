// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop installations`: manages the gateway's installations.
struct InstallationCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "installations",
        abstract: "Import installations into a running gateway, and show the history of one.",
        discussion: """
              bellhop installations import fleet.jsonl
              bellhop installations history install-1
            """,
        subcommands: [Import.self, History.self])

    /// `bellhop installations import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Register the installations listed in a file in a running gateway.",
            discussion: """
                Each line of the file is a JSON object, as bellhop fleet create prints it:
                  {"id":"…","app":"com.example.app","environment":"sandbox","token":"…"}

                A line may also have user, locale, time_zone, tags and attributes, such as \
                "tags":["beta"],"attributes":{"plan":"pro"}. Attributes must be declared. The apps \
                must exist; only a gateway that sends to the simulator creates missing apps. \
                Importing the same file again changes only timestamps, so you can repeat an \
                interrupted import. The command reports invalid lines with their numbers, \
                registers the others, and then ends with status 65.
                """)

        /// The maximum number of concurrent requests.
        private static let requestsMax = 4
        @Argument(help: "The file, or - for standard input.", completion: .file())
        var file: String

        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                let client = try state.directory.runningGateway()
                var lines = try LineBatches(file, linesMax: GatewayLimits.importLinesMax)
                var progress = ImportProgress()
                try await withThrowingTaskGroup(of: ImportPart.self) { group in
                    for _ in 0..<Self.requestsMax {
                        guard let batch = try lines.next() else { break }
                        group.addTask { try await Self.send(batch, client) }
                    }
                    while let part = try await group.next() {
                        progress.add(part)
                        if let batch = try lines.next() {
                            group.addTask { try await Self.send(batch, client) }
                        }
                    }
                }
                try progress.finish()
            }
        }

        private static func send(
            _ batch: LineBatch, _ client: GatewayClient
        ) async throws -> ImportPart {
            ImportPart(batch: batch, result: try await client.importInstallations(batch.bytes))
        }
    }
}

/// The result of importing one batch of the file's lines.
private struct ImportPart: Sendable {
    let batch: LineBatch
    let result: InstallationImportResource
}

/// Counts the imported installations and shows their number.
private struct ImportProgress {
    /// The maximum number of lines that are reported individually for the same error.
    private static let linesMax = 3
    /// The maximum number of different errors that are reported.
    private static let errorsMax = 20

    private var registered = 0
    private var wrong = 0
    /// The number of lines with each error.
    private var lines: [String: Int] = [:]

    mutating func add(_ part: ImportPart) {
        registered += part.result.registered
        for problem in part.result.problems {
            wrong += 1
            guard lines[problem.detail] != nil || lines.count < Self.errorsMax else { continue }
            lines[problem.detail, default: 0] += 1
            guard lines[problem.detail, default: 0] <= Self.linesMax else { continue }
            clear()
            Console.note("line \(part.batch.firstLine + problem.line - 1): \(problem.detail)")
        }
        if Console.errorIsTerminal { Console.redraw("\(registered) installations") }
    }

    private func clear() {
        if Console.errorIsTerminal { Console.redraw("") }
    }

    func finish() throws {
        clear()
        for (error, count) in lines.sorted(by: { $0.key < $1.key }) where count > Self.linesMax {
            Console.note("\(count - Self.linesMax) more lines: \(error)")
        }
        Console.out("\(registered) installations registered")
        guard wrong > 0 else { return }
        throw CommandFailure(
            .badInput, "\(wrong) lines were not registered; correct them and import the file again")
    }
}
