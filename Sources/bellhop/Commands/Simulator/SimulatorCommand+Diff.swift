// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import ControlAPI
import Workbench

extension Recording {
    /// Reads the recording at a path from the command line.
    init(path: String) throws {
        self.init(
            try InputFile.read(
                path, byteCountMax: RecordedRequest.fileByteCountMax, what: "a record of requests"),
            name: InputFile.name(path))
    }
}

extension SimulatorCommand {
    /// `bellhop apns diff`: shows what changed between two runs of a sender.
    struct Diff: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "diff",
            abstract: "Compare two recordings of requests; status 1 if they differ.",
            discussion: """
                A recording is the file that bellhop apns --record writes. The command compares \
                the numbers of requests by status, reason and push type, the headers and the \
                payloads with their values, and the order of the requests for each device.

                  bellhop apns --record before.jsonl
                  bellhop apns diff before.jsonl after.jsonl
                  bellhop apns diff before.jsonl after.jsonl --ignore-key order.id \\
                    --format json
                """)

        @Argument(help: "The first recording.", completion: .file())
        var first: String

        @Argument(help: "The second recording.", completion: .file())
        var second: String

        @Option(
            name: .customLong("ignore-header"),
            help: "A header to ignore; may be repeated.")
        var headers: [String] = []

        @Option(
            name: .customLong("ignore-key"),
            help: ArgumentHelp(
                "A key of the payload to ignore, for instance aps.timestamp; may be repeated.",
                valueName: "path"))
        var keys: [String] = []

        @Option(help: "The output format: text or json.")
        var format = OutputFormat.text

        func run() async throws {
            try await reportingFailures {
                let ignored = IgnoredFields(headers: Set(headers), keys: Set(keys))
                let diff = RecordingDiff(
                    try RecordingSummary(Recording(path: first), ignoring: ignored),
                    try RecordingSummary(Recording(path: second), ignoring: ignored))
                try Console.show(diff, format)
                if !diff.isEqual { throw ExitStatus.no.exitCode }
            }
        }
    }
}
