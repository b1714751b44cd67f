// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import Diagnostics
import Explain

/// `bellhop explain FILE`: what APNs and iOS do with a payload, without sending it.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say why: what APNs and iOS do with a payload, or what a refusal means.",
        discussion: """
            What APNs says, which code runs in which order, what the person sees, why not
            more, and what would change it; each line with its rule and where that is from:
              bellhop explain Examples/payloads/message.apns
              bellhop explain silent.apns --state force-quit
              bellhop explain urgent.apns --focus Work --focus-allows-app
              bellhop explain message.apns --matrix
              bellhop explain message.apns --app-config Examples/app.yaml

            What a refusal of APNs means, its likely causes, and how to tell them apart; and
            the same for what goes wrong without one:
              bellhop explain --reason BadDeviceToken
              bellhop explain --reason 403
              bellhop explain --symptom nothing-arrives

            Where a notification is, and why it went no further: what the gateway, the
            simulated APNs and the phone know of it, in one timeline:
              bellhop explain --id 3f2504e0-4f89-41d3-9a0c-0305e82c3301

            Push type, topic and priority are inferred as by `bellhop push`. The phone is
            locked, unless the app is in use; the app is suspended, has permission, and can
            do whatever a push asks for, unless the options or --app-config say otherwise.

            Status 0 when the person or the app gets it, 1 when neither does.
            """)

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input.", valueName: "file"))
    var file: String?

    @Option(
        help: ArgumentHelp(
            "Explain a reason of APNs, all of an HTTP status, or list them.",
            valueName: "reason"))
    var reason: String?

    @Option(
        help: ArgumentHelp(
            "Explain a trouble without a reason: "
                + SymptomGuide.table.map(\.id).joined(separator: ", ") + "; or list.",
            valueName: "word"))
    var symptom: String?

    @Option(
        name: .customLong("id"),
        help: ArgumentHelp(
            "Tell where a notification is and why it went no further, by its apns-id.",
            valueName: "apns-id"))
    var notificationID: String?

    @OptionGroup var state: StateOptions
    @OptionGroup(title: "Headers") var headers: HeaderOptions
    @OptionGroup(title: "App") var app: ExplainedAppOptions
    @OptionGroup(title: "Phone") var phone: ExplainedPhoneOptions

    @Flag(help: "Show every state of the app side by side.")
    var matrix = false

    @Option(help: "How to print: text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        try await reportingFailures {
            guard [file, reason, symptom, notificationID].count(where: { $0 != nil }) == 1 else {
                throw CommandFailure(
                    .usage,
                    "name one thing to explain; a FILE, --reason REASON, --symptom WORD, or "
                        + "--id APNS-ID")
            }
            if let reason {
                let query = ReasonQuery(reason)
                Console.out(query.text(format))
                if !query.isKnown { throw ExitCode(ExitStatus.no.rawValue) }
            } else if let symptom {
                Console.out(try SymptomQuery(symptom).text(format))
            } else if let notificationID {
                try await tell(notificationID)
            } else if let file {
                try explain(file)
            }
        }
    }

    private func tell(_ word: String) async throws {
        let journeys = try await JourneyFinder(state.directory).journeys(word)
        if format == .json, journeys.count > 1 {
            let all = try journeys.map { JSONValue.object(try $0.json()) }
            Console.out(JSONWriter.text(.array(all), style: .indented))
        } else {
            Console.out(try journeys.map { try $0.text(format) }.joined(separator: "\n\n"))
        }
        if !journeys.contains(where: \.verdict.isGood) { throw ExitCode(ExitStatus.no.rawValue) }
    }

    private func explain(_ file: String) throws {
        let scenario = try scenario(file)
        let source = try PayloadFile.text(file)
        let headers = try headers.filled(from: FrontMatter(reading: source.bytes), in: source)
        let push = ExplainedPush(
            reading: source, topic: try headers.parsedTopic(),
            pushType: try headers.parsedType(),
            priority: try headers.parsedPriority(), expiration: try headers.parsedExpiration(),
            collapseID: try headers.parsedCollapseID())
        let now = TimeSource.system.now
        let isDelivered: Bool
        if matrix {
            let answer = try ExplanationMatrix(of: push, in: scenario, now: now)
            Console.out(
                format == .json
                    ? JSONWriter.text(.object(answer.json), style: .indented)
                    : answer.text(width: Console.width, paint: Console.paint))
            isDelivered = answer.isDelivered
        } else {
            let answer = try Explanation(of: push, in: scenario, now: now)
            Console.out(
                format == .json
                    ? JSONWriter.text(.object(answer.json), style: .indented)
                    : answer.text(width: Console.width, paint: Console.paint))
            isDelivered = answer.isDelivered
        }
        if !isDelivered { throw ExitCode(ExitStatus.no.rawValue) }
    }

    private func scenario(_ file: String) throws -> Scenario {
        if file == "-", app.configPath == "-" {
            throw CommandFailure(
                .usage, "payload and --app-config cannot both be standard input; name a file")
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

extension Console {
    /// Colours of an explanation, if standard output shows them.
    static func paint(_ text: String, _ style: TextStyle) -> String {
        switch style {
        case .bold: styled(text, .bold)
        case .dim: styled(text, .dim)
        case .red: styled(text, .red)
        case .green: styled(text, .green)
        case .yellow: styled(text, .yellow)
        }
    }
}
