// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import GatewayAPI
import Workbench

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// `bellhop template`: messages with variables and languages, in a running gateway.
struct TemplateCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "template",
        abstract: "Store messages with variables, plurals and languages, and preview them.",
        discussion: """
              bellhop template put parcel.json
              bellhop template preview parcel --locale pt-BR --var n=2
              bellhop send --audience 'tag parcel' --template parcel --var n=2

            A template is a JSON file; docs/guide/templates.md describes it:
              {"urgency": "active",
               "variables": {"n": "number"},
               "default_locale": "en",
               "locales": {
                 "en": {"body": "{{n, plural, one {# parcel} other {# parcels}}}"},
                 "de": {"body": "{{n, plural, one {# Paket} other {# Pakete}}}"}}}

            Each stored change is a version. A campaign keeps the version with which it was \
            started.
            """,
        subcommands: [
            List.self, Show.self, Versions.self, Put.self, Preview.self, Delete.self,
            Urgency.self,
        ])

    /// `bellhop template list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the templates by name.",
            discussion: """
                  bellhop template list
                  bellhop template list --after parcel --limit 100 --format json
                """)

        @Option(help: "Only templates after this name.") var after: String?
        @Option(help: "The maximum number of templates: 1 to \(GatewayLimits.pageEntriesMax).")
        var limit = GatewayLimits.pageEntriesDefault
        @OptionGroup var options: AppTargetOptions

        func validate() throws {
            guard (1...GatewayLimits.pageEntriesMax).contains(limit) else {
                throw ValidationError(
                    "--limit is out of range; use 1 to \(GatewayLimits.pageEntriesMax)")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let list = try await client.templates(app: app, after: after, limit: limit)
                else { throw CommandFailure.noApp(app) }
                if options.format == .json { return Console.out(try jsonText(list)) }
                TemplateTable(list.templates).show()
                if list.templates.isEmpty {
                    Console.note("there are no templates; store one with: bellhop template put")
                } else if let next = list.next {
                    Console.note("there are more templates; see them with --after \(next)")
                }
            }
        }
    }

    /// `bellhop template show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Print a template in the format of a template file.",
            discussion: """
                  bellhop template show parcel > parcel.json
                  bellhop template show parcel@3
                """)

        @Argument(help: "The template, as NAME or NAME@VERSION.") var name: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let reference = try TemplateReference(checking: name)
                let (client, app) = try await options.target()
                guard let template = try await client.template(reference, app: app) else {
                    throw CommandFailure.noTemplate(name)
                }
                if options.format == .json { return Console.out(try jsonText(template)) }
                Console.out(JSONWriter.text(template.template, style: .indented))
                Console.note(template.summary)
                for finding in template.findings { Console.note(finding.line) }
            }
        }
    }

    /// `bellhop template versions`.
    struct Versions: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "versions",
            abstract: "List the versions of a template, newest first.",
            discussion: "  bellhop template versions parcel")

        @Argument(help: "The template's name.") var name: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let list = try await client.templateVersions(name, app: app) else {
                    throw CommandFailure.noTemplate(name)
                }
                if options.format == .json { return Console.out(try jsonText(list)) }
                TemplateTable(list.versions).show()
            }
        }
    }

    /// `bellhop template put`.
    struct Put: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "put",
            abstract: "Check a template and store it as the next version.",
            discussion: """
                  bellhop template put parcel.json
                  bellhop template put --name parcel - < template.json

                Every language is checked with lint and measured with the longest value of each \
                variable. A template with an error is not stored: the command shows the place \
                and ends with status 65. Storing the same content again creates no version.
                """)

        @Argument(
            help: "The file with the template, or - for standard input.", completion: .file())
        var file: String
        @Option(help: "The template's name; by default that of the file without its extension.")
        var name: String?
        @OptionGroup var options: AppTargetOptions

        func validate() throws {
            guard file != "-" || name != nil else {
                throw ValidationError("a template from standard input needs --name NAME")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let bytes = try InputFile.read(
                    file, byteCountMax: GatewayLimits.templateByteCountMax, what: "a template")
                let base = file.split(separator: "/").last ?? ""
                let name = self.name ?? String(base.prefix { $0 != "." })
                let (client, app) = try await options.target()
                let template = try await client.putTemplate(
                    name, Data(bytes), file: InputFile.name(file), app: app)
                if options.format == .json { return Console.out(try jsonText(template)) }
                let isNew = template.isNew == false ? "unchanged" : "stored"
                Console.out("\(isNew): \(template.summary)")
                for finding in template.findings { Console.note(finding.line) }
            }
        }
    }

    /// `bellhop template preview`.
    struct Preview: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "preview",
            abstract: "Show the payload that a recipient gets, and its size.",
            discussion: """
                  bellhop template preview parcel --locale pt-BR --var n=2 --var name=Alex
                  bellhop template preview parcel --file parcel.json --var n=2

                With --file, the template in the file is not stored.
                """)

        @Argument(help: "The template, as NAME or NAME@VERSION.") var name: String
        @Option(help: "The recipient's language, such as pt-BR.") var locale: String?
        @Option(
            name: .customLong("var"),
            help: ArgumentHelp(
                "The value of a variable, such as n=2; may be repeated.",
                valueName: "name=value"))
        var variables: [String] = []
        @Option(help: "A file with a template that is not stored.", completion: .file())
        var file: String?
        @OptionGroup var options: AppTargetOptions

        func validate() throws { _ = try TemplateValues(variables) }

        func run() async throws {
            try await reportingFailures {
                let reference = try TemplateReference(checking: name)
                let (client, app) = try await options.target()
                var use = TemplateUse(locale: locale)
                use.version = reference.version
                let declarations: JSONValue
                if let file {
                    let bytes = try InputFile.read(
                        file, byteCountMax: GatewayLimits.templateByteCountMax, what: "a template")
                    do {
                        declarations = try JSONReader.read(bytes).value
                    } catch let error as JSONSyntaxError {
                        throw CommandFailure(
                            .badInput, "\(InputFile.name(file)): \(error.problem); \(error.remedy)")
                    }
                    use.template = bytes
                } else {
                    guard let stored = try await client.template(reference, app: app) else {
                        throw CommandFailure.noTemplate(name)
                    }
                    declarations = stored.template
                }
                use.variables = try TemplateValues(variables).typed(by: declarations)
                let preview = try await client.previewTemplate(
                    reference.name, use, file: file.map(InputFile.name) ?? name, app: app)
                if options.format == .json { return Console.out(try jsonText(preview)) }
                Console.out(JSONWriter.text(preview.payload, style: .indented))
                Console.note(
                    "\(preview.locale): \(preview.bytes) bytes, at most \(preview.longestBytes)")
                for finding in preview.findings { Console.note(finding.line) }
            }
        }
    }

    /// `bellhop template delete`.
    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Archive a template, so that nothing more is sent with it.",
            discussion: """
                  bellhop template delete parcel

                Campaigns that were started with the template are sent completely. The gateway \
                keeps an archived template for 90 days; storing it again continues its versions.
                """)

        @Argument(help: "The template's name.") var name: String
        @OptionGroup var options: AppTargetOptions

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard try await client.archiveTemplate(name, app: app) else {
                    throw CommandFailure.noTemplate(name)
                }
                if options.format == .json { return Console.out(try jsonText(["deleted": name])) }
                Console.out("deleted: \(name.printable)")
            }
        }
    }

    /// `bellhop template urgency`.
    struct Urgency: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "urgency",
            abstract: "Show the share of an app's notifications that was time-sensitive.",
            discussion: "  bellhop template urgency --days 7")

        @Option(
            help: "The number of days up to today: 1 to \(GatewayLimits.urgencyDaysMax).")
        var days = GatewayLimits.urgencyDaysDefault
        @OptionGroup var options: AppTargetOptions

        func validate() throws {
            guard (1...GatewayLimits.urgencyDaysMax).contains(days) else {
                throw ValidationError(
                    "--days is out of range; use 1 to \(GatewayLimits.urgencyDaysMax)")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let (client, app) = try await options.target()
                guard let report = try await client.urgencyReport(app: app, days: days) else {
                    throw CommandFailure.noApp(app)
                }
                if options.format == .json { return Console.out(try jsonText(report)) }
                Console.out(
                    "\(report.app.printable), \(report.from) to \(report.to): "
                        + LoadReport.plural(report.total, "notification"))
                TextTable(
                    ["class", "share", "messages", "campaigns"],
                    report.shares.map { share in
                        [
                            share.urgency.rawValue, "\(share.percent) %", "\(share.messages)",
                            "\(share.campaigns)",
                        ]
                    }
                ).show()
                if let advice = report.advice { Console.note(advice) }
            }
        }
    }
}

extension CommandFailure {
    fileprivate static func noApp(_ app: String) -> CommandFailure {
        CommandFailure(.badInput, "there is no app \(app.printable); check --app")
    }
}

extension TemplateResource {
    /// A description of the template in one line.
    fileprivate var summary: String {
        let sizes = locales.map { "\($0.locale) \($0.longestBytes)" }.joined(separator: ", ")
        return "\(name)@\(version) (\(urgency.rawValue)); bytes at the longest: \(sizes)"
    }
}

extension TemplateFinding {
    /// The finding in one line.
    fileprivate var line: String {
        let place = path.isEmpty ? locale : "\(locale): \(path)"
        return "\(severity): \(place.printable): \(detail.printable) [\(rule)]"
    }
}
