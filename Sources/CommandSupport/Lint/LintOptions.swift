// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ArgumentParser
package import Diagnostics
package import PushLint

/// The options and the run of `bellhop lint FILE…`. This command checks payloads and their headers
/// against Apple's rules, and sends nothing. `bellhop-project` has the same command, because only
/// that program can read an app.
package struct LintOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "lint",
        abstract: "Check payloads and their headers against Apple's rules; send nothing.",
        discussion: """
              bellhop lint hello.apns
              bellhop lint payloads/ --format sarif > lint.sarif
              generate-payload | bellhop lint - --type alert --topic com.example.app
              bellhop lint payloads/ --project ../ios
              bellhop lint message.json --fcm
              bellhop lint hello.apns --platforms
              bellhop lint --explain misspelled-key

            In a folder, the command checks every .apns file, and every .json file with aps
            at its top level. Headers are given between two `---` lines above the JSON, or
            as options. Missing headers are inferred as `bellhop push` infers them; a rule
            that would still have to guess reports nothing.

            With --fcm and --web-push, files are messages for these services. With
            --platforms, the command shows how a payload is converted for each service;
            the status is 1 if the payload cannot be sent to all of them.

            Rules are configured in .bellhop-lint.yml; the nearest one in the payload's
            folder or its parent folders is used:
              rules:
                payload-nearly-full: off

            Status 0 when no finding reaches the --severity (default: error), 1 when one
            does, 64 for wrong usage, 66 when a file cannot be read.
            """)

    @Argument(
        help: ArgumentHelp(
            "Payload files or folders; - reads standard input.", valueName: "path"))
    package var paths: [String] = []

    @OptionGroup(title: "The pushes") package var context: LintContextOptions
    @OptionGroup(title: "Other services") package var transports: LintTransportOptions
    @OptionGroup(title: "Rules") package var rules: LintRuleOptions

    @Option(help: "The output format: text, json, sarif or github.")
    package var format: ReportFormat = .text

    @Option(help: "Exit with status 1 at this severity or higher: error, warning or note.")
    package var severity: Severity = .error

    @Flag(help: "Apply safe fixes to the files; print the result for standard input.")
    package var fix = false

    package init() {}

    /// Whether a project or a built app was specified, which requires `bellhop-project`.
    package var namesApp: Bool { context.bundle != nil || context.project != nil }

    /// Runs lint with these options.
    ///
    /// - Parameter app: a function that reads the app that the options specify, and returns `nil`
    ///   if they specify none.
    /// - Throws: ``CommandFailure``, or `ExitCode` if the findings require an exit status other
    ///   than 0.
    package func run(app: () throws -> LintApp?) throws {
        if let id = rules.explain {
            return Console.out(
                try RuleText.page(id, of: LintRun.rules, listedBy: "bellhop lint --rules"))
        }
        if rules.list { return Console.out(RuleText.list(LintRun.rules)) }
        guard !paths.isEmpty else {
            throw CommandFailure(.usage, "name a payload file or a folder, or - (see --help)")
        }
        if transports.platforms { return try transports.preview(paths, format) }
        var run = LintRun(
            context: try context.context(of: app()), configuration: try rules.configuration(),
            isFixing: fix, transport: transports.transport)
        try run.lint(try LintPaths(paths))
        try finish(run)
    }

    private func finish(_ run: LintRun) throws {
        var report = run.report
        if let path = rules.writeBaseline {
            try LintBaseline.write(report, to: path)
            return Console.out("wrote \(path) with \(report.diagnostics.count) findings")
        }
        if let path = rules.baseline {
            let stale = try LintBaseline(reading: path).apply(to: &report)
            if stale > 0 {
                Console.note(
                    "\(path): findings that no longer occur: \(stale); write the baseline again")
            }
        }
        let text = report.written(as: format, width: Console.width, paint: Console.paint)
        if let fixed = run.fixedInput {
            Console.out(fixed)
            Console.note(report.text())
        } else if !text.isEmpty {
            Console.out(text)
        }
        if run.isIncomplete { throw ExitCode(ExitStatus.unreadable.rawValue) }
        if let worst = report.worst, worst >= severity {
            throw ExitCode(ExitStatus.no.rawValue)
        }
    }
}

/// The options that select the rules to run, and the known findings to ignore.
package struct LintRuleOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A configuration to use instead of .bellhop-lint.yml.",
            valueName: "file"))
    package var config: String?

    @Option(
        help: ArgumentHelp("Omit the findings that are listed in this file.", valueName: "file"))
    package var baseline: String?

    @Option(
        name: .customLong("write-baseline"),
        help: ArgumentHelp("Write the findings to a file for --baseline.", valueName: "file"))
    package var writeBaseline: String?

    @Option(help: ArgumentHelp("Describe one rule and exit.", valueName: "rule"))
    package var explain: String?

    @Flag(name: .customLong("rules"), help: "List the rules and exit.")
    package var list = false

    package init() {}

    package func configuration() throws -> LintConfiguration? {
        try config.map { try LintConfiguration(reading: $0) }
    }
}
