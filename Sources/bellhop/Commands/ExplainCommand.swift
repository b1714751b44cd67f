// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import Diagnostics
import Explain
import Workbench

/// `bellhop explain FILE`: shows what APNs and iOS do with a payload, without sending it.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain what APNs and iOS do with a payload, or what an APNs rejection means.",
        discussion: """
            With a payload, the command shows how APNs responds, which app code runs and in \
            which order, what the person sees, and what would change this result. Each line names \
            its rule and its source:
              bellhop explain Examples/payloads/message.apns
              bellhop explain silent.apns --state force-quit
              bellhop explain urgent.apns --focus Work --focus-allows-app
              bellhop explain message.apns --matrix
              bellhop explain message.apns --app-config Examples/app.yaml

            With --reason or --symptom, the command explains a rejection by APNs or a symptom, and \
            shows the likely causes and how to tell them apart:
              bellhop explain --reason BadDeviceToken
              bellhop explain --reason 403
              bellhop explain --symptom nothing-arrives

            With --id, the command shows where a notification is and why it stopped there, in one \
            timeline of what the gateway, the simulated APNs and the phone recorded:
              bellhop explain --id 3f2504e0-4f89-41d3-9a0c-0305e82c3301

            The command infers push type, topic and priority as `bellhop push` does. By default \
            the app is suspended, has permission, and implements all callbacks that a push needs; \
            the phone is locked unless the app is in use. Options and --app-config change that.

            Status 0 if the person or the app gets the notification, 1 if neither gets it.
            """)

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input.", valueName: "file"),
        completion: .file())
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Explain a rejection reason or an HTTP status, or list all reasons.",
            valueName: "reason"),
        completion: .list(ReasonGuide.table.map(\.reason.rawValue) + ["list"]))
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "Explain a symptom: "
                + SymptomGuide.table.map(\.id).joined(separator: ", ") + "; or list.",
            valueName: "symptom"),
        completion: .list(SymptomGuide.table.map(\.id) + ["list"]))
    var symptom: String?

    @Option(
        name: .customLong("id"),
        help: ArgumentHelp(
            "Trace the notification with this apns-id, and report where it stopped.",
            valueName: "apns-id"))
    var notificationID: String?

    @OptionGroup var state: StateOptions
    @OptionGroup(title: "Headers") var headers: HeaderOptions
    @OptionGroup(title: "App") var app: ExplainedAppOptions
    @OptionGroup(title: "Phone") var phone: ExplainedPhoneOptions

    @Flag(help: "Show every state of the app side by side.")
    var matrix = false

    @Option(help: "The output format: text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        try await reportingFailures {
            guard [file, reason, symptom, notificationID].count(where: { $0 != nil }) == 1 else {
                throw CommandFailure(
                    .usage,
                    "explain takes one subject at a time; give a FILE, --reason REASON, "
                        + "--symptom SYMPTOM or --id APNS-ID")
            }
            if let reason {
                let query = ReasonQuery(reason)
                try Console.show(query, format)
                if !query.isKnown { throw ExitStatus.no.exitCode }
            } else if let symptom {
                try Console.show(SymptomQuery(symptom), format)
            } else if let notificationID {
                try await tell(notificationID)
            } else if let file {
                try explain(file)
            }
        }
    }

    private func tell(_ word: String) async throws {
        let directory = state.directory
        let finder = await JourneyFinder(
            gateway: directory.gatewayClient(),
            simulator: (try? directory.simulatorAddress()).map { ControlClient(url: $0.control) })
        guard let finder else {
            throw CommandFailure(
                .unavailable,
                "neither a gateway nor a simulator runs with the state directory "
                    + "\(directory.shownPath); give another directory with --state-dir, or start "
                    + "both with: bellhop up")
        }
        let journeys = try await finder.journeys(word)
        if format == .json, journeys.count > 1 {
            let all = try journeys.map { JSONValue.object(try $0.json()) }
            Console.out(JSONWriter.text(.array(all), style: .indented))
        } else if format == .json, let journey = journeys.first {
            try Console.show(journey, format)
        } else {
            Console.out(
                journeys.map { $0.text(width: Console.width, paint: Console.paint) }.joined(
                    separator: "\n\n"))
        }
        if !journeys.contains(where: \.verdict.isGood) { throw ExitStatus.no.exitCode }
    }

    private func explain(_ file: String) throws {
        let scenario = try scenario(file)
        let source = try PayloadInput.text(file)
        let matter = try PushHeaders(FrontMatter(reading: source.bytes), in: source)
        let push = ExplainedPush(
            reading: source, headers: try headers.headers().filled(from: matter))
        let now = TimeSource.system.now
        let isDelivered: Bool
        if matrix {
            let explanation = try ExplanationMatrix(of: push, in: scenario, now: now)
            Console.out(
                format == .json
                    ? JSONWriter.text(.object(explanation.json), style: .indented)
                    : explanation.text(width: Console.width, paint: Console.paint))
            isDelivered = explanation.isDelivered
        } else {
            let explanation = try Explanation(of: push, in: scenario, now: now)
            Console.out(
                format == .json
                    ? JSONWriter.text(.object(explanation.json), style: .indented)
                    : explanation.text(width: Console.width, paint: Console.paint))
            isDelivered = explanation.isDelivered
        }
        if !isDelivered { throw ExitStatus.no.exitCode }
    }

    private func scenario(_ file: String) throws -> Scenario {
        if file == "-", app.configPath == "-" {
            throw CommandFailure(
                .usage,
                "the payload and --app-config cannot both be read from standard input; "
                    + "name a file for one of them")
        }
        var scenario = Scenario()
        try app.apply(to: &scenario)
        try phone.apply(to: &scenario)
        do { try scenario.validate(isMatrix: matrix) } catch {
            throw CommandFailure(.usage, error.description)
        }
        return scenario
    }
}
