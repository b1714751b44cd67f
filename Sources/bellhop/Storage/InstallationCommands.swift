// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

extension ImportFormat: ExpressibleByArgument {}

/// `bellhop installations`: manages the gateway's installations.
struct InstallationCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "installations",
        abstract:
            "Import installations into a running gateway, export them, and show their history.",
        discussion: """
              bellhop installations import fleet.jsonl
              bellhop installations import users.csv --from onesignal --dry-run
              bellhop installations export >fleet.jsonl
              bellhop installations history install-1
            """,
        subcommands: [Import.self, Export.self, History.self])

    /// `bellhop installations import`.
    struct Import: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "import",
            abstract: "Register the installations listed in a file in a running gateway.",
            discussion: """
                  bellhop installations import fleet.jsonl
                  bellhop installations import subscriptions.csv --from onesignal \\
                    --app com.example.app

                By default, each line of the file is a JSON object, as bellhop fleet create and \
                bellhop installations export print it:
                  {"id":"…","app":"com.example.app","environment":"sandbox","token":"…"}

                A line may also have user, locale, time_zone, tags and attributes, such as \
                "tags":["beta"],"attributes":{"plan":"pro"}. Attributes must be declared. The apps \
                must exist; only a gateway that sends to the simulator creates missing apps. A \
                file that ends with .csv has the same names in its first line, tags separated by \
                semicolons, and attributes as attribute.NAME.

                --from reads the exports of other systems:
                  onesignal   the CSV of "Export subscriptions"
                  sns         aws sns list-endpoints-by-platform-application
                  firebase    the results of Instance ID's batchImport
                  airship     GET /api/channels
                Entries without a token, or for other systems, are set aside: they are counted, \
                but not imported.

                Importing the same file again changes only timestamps. After an interruption, \
                --resume continues where the import stopped. The command reports invalid lines \
                with their numbers, registers the others, and then ends with status 65. --report \
                writes every line that was not imported to a CSV file, with reason and fix.
                """)

        @Argument(help: "The file, or - for standard input.", completion: .file())
        var file: String

        @Option(
            name: .customLong("from"),
            help: "The format: jsonl, csv, onesignal, sns, firebase or airship.")
        var format: ImportFormat?
        @Option(help: "The app of entries that specify none; optional if there is only one app.")
        var app: String?
        @Option(help: "The environment of entries that specify none. Default: production.")
        var environment: String?
        @Option(help: "A CSV file for the lines that are not imported.", completion: .file())
        var report: String?
        @Flag(help: "Continue an import of the same file that was interrupted.")
        var resume = false
        @Flag(name: .customLong("dry-run"), help: "Only check the file; register nothing.")
        var isDryRun = false
        @OptionGroup var state: StateOptions

        func validate() throws {
            guard !resume || file != "-" else {
                throw ValidationError("--resume needs a file; standard input cannot be read again")
            }
            guard !resume || !isDryRun else {
                throw ValidationError("--dry-run changes nothing, so there is nothing to resume")
            }
        }

        private var usedFormat: ImportFormat {
            format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .jsonl)
        }

        func run() async throws {
            try await reportingFailures {
                let client = try state.directory.runningGateway()
                let format = usedFormat
                var source = try ImportSource(
                    file, format: format, defaults: try await defaults(client, format))
                let size = file == "-" ? nil : source.size
                var start = ImportState(size: size ?? 0, format: format.rawValue)
                if resume {
                    start = try .read(for: file, size: size ?? 0, format: format.rawValue)
                }
                var run = ImportRun(
                    client: client, file: file, isDryRun: isDryRun,
                    report: try report.map { try RefusalReport($0, continues: resume) },
                    state: start, size: size)
                do { try await run.run(&source) } catch let failure as WorkFailure {
                    guard size != nil, !isDryRun else { throw failure }
                    Console.note("continue with: bellhop installations import … --resume")
                    throw failure
                }
                try run.finish()
            }
        }

        /// Returns the values for entries that do not contain these values themselves. JSON Lines
        /// need no such values, because each line names its app.
        private func defaults(
            _ client: GatewayClient, _ format: ImportFormat
        ) async throws -> ImportDefaults {
            guard format != .jsonl else { return ImportDefaults() }
            var app = app
            if app == nil { app = try? await client.onlyApp() }
            if app == nil, format != .csv { app = try await client.onlyApp() }
            var attributes: [String: AttributeType] = [:]
            if let app {
                for attribute in try await client.attributes(app: app)?.attributes ?? [] {
                    attributes[attribute.name] = attribute.type
                }
            }
            return ImportDefaults(
                app: app,
                environment: try environment.map(EnvironmentName.parse) ?? .production,
                attributes: attributes)
        }
    }

    /// `bellhop installations export`.
    struct Export: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "export",
            abstract: "Write all installations of an app with complete device tokens.",
            discussion: """
                  umask 077
                  bellhop installations export >fleet.jsonl
                  bellhop installations export --format csv >fleet.csv

                The output can be imported again. It has complete device tokens, so protect it. \
                If the command is interrupted, --after with the id of the last complete line \
                continues after it.
                """)

        /// The formats of the output.
        enum Format: String, CaseIterable, ExpressibleByArgument {
            case jsonl, csv
        }

        @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
        var app: String?
        @Option(help: "The format: jsonl or csv.") var format: Format = .jsonl
        @Option(help: "The installation after which to continue.") var after: String?
        @OptionGroup var state: StateOptions

        func run() async throws {
            try await reportingFailures {
                let client = try state.directory.runningGateway()
                var bundleID = app
                if bundleID == nil { bundleID = try await client.onlyApp() }
                guard let bundleID else { return }
                let attributes =
                    try await client.attributes(app: bundleID)?.attributes.map(\.name) ?? []
                let header = CSVRows.header(attributes: attributes)
                if format == .csv, after == nil { out(CSVWriter.line(header)) }
                var rest: [UInt8] = []
                for try await part in try await client.exportInstallations(
                    app: bundleID, after: after)
                {
                    rest += part
                    guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { continue }
                    for line in rest[...end].split(separator: UInt8(ascii: "\n")) {
                        try write(Array(line), header: header)
                    }
                    rest.removeFirst(end + 1)
                }
                guard rest.isEmpty else {
                    throw CommandFailure(
                        .unavailable,
                        "the gateway stopped before the end; continue with --after and the last id")
                }
            }
        }

        private func write(_ line: [UInt8], header: [String]) throws {
            guard format == .csv else {
                return Console.out(PrintableText.json(String(decoding: line, as: UTF8.self)))
            }
            guard let object = try? JSONReader.read(line).value.objectValue else {
                throw CommandFailure(
                    .unavailable,
                    "the gateway's response cannot be read; check that it has the same version as "
                        + "this command")
            }
            out(CSVWriter.line(CSVRows.fields(object, header: header)))
        }

        /// Writes a record, to which `Console` adds the line feed.
        private func out(_ record: String) {
            Console.out(String(record.unicodeScalars.dropLast(2)))
        }
    }
}
