// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import Explain

/// `bellhop explain FILE`: what APNs and iOS do with a payload, without sending it.
struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Say what APNs and iOS do with a payload, rule by rule; send nothing.",
        discussion: """
            What APNs says, which code runs in which order, what the person sees, why not
            more, and what would change it; each line with its rule and where that is from:
              bellhop explain Examples/payloads/message.apns
              bellhop explain silent.apns --state force-quit
              bellhop explain urgent.apns --focus Work --focus-allows-app
              bellhop explain message.apns --matrix
              bellhop explain message.apns --app-config Examples/app.yaml

            Push type, topic and priority are inferred as by `bellhop push`. The phone is
            locked, unless the app is in use; the app is suspended, has permission, and can
            do whatever a push asks for, unless the options or --app-config say otherwise.

            Status 0 when the person or the app gets it, 1 when neither does.
            """)

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input.", valueName: "file"))
    var file: String

    @OptionGroup(title: "Headers") var headers: HeaderOptions
    @OptionGroup(title: "App") var app: ExplainedAppOptions
    @OptionGroup(title: "Phone") var phone: ExplainedPhoneOptions

    @Flag(help: "Show every state of the app side by side.")
    var matrix = false

    @Option(help: "How to print: text or json.")
    var format: OutputFormat = .text

    func run() async throws {
        try await reportingFailures {
            let scenario = try scenario()
            let payload = try PayloadFile.read(file)
            let push = ExplainedPush(
                payload.file, topic: try headers.parsedTopic(), pushType: try headers.parsedType(),
                priority: try headers.parsedPriority(), expiration: try headers.parsedExpiration(),
                collapseID: try headers.parsedCollapseID())
            let now = TimeSource.system.now
            let isDelivered: Bool
            if matrix {
                let answer = try ExplanationMatrix(of: push, in: scenario, now: now)
                Console.out(
                    format == .json
                        ? JSONWriter.text(.object(answer.json), style: .indented)
                        : answer.text(paint: Console.paint))
                isDelivered = answer.isDelivered
            } else {
                let answer = try Explanation(of: push, in: scenario, now: now)
                Console.out(
                    format == .json
                        ? JSONWriter.text(.object(answer.json), style: .indented)
                        : answer.text(paint: Console.paint))
                isDelivered = answer.isDelivered
            }
            if !isDelivered { throw ExitCode(ExitStatus.no.rawValue) }
        }
    }

    private func scenario() throws -> Scenario {
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
