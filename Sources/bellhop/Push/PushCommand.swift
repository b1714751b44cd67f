// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import Workbench

/// `bellhop push FILE`: sends one payload directly with the client.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send one payload and report what APNs and the phone did.",
        discussion: """
            Without credentials, the payload goes to the phone of the running simulator:
              bellhop push Examples/payloads/message.apns
              echo '{"aps":{"alert":"Hello"}}' | bellhop push -
              bellhop push silent.apns --format json

            With --channel, the payload goes to everybody who follows a channel (see bellhop \
            channel):
              bellhop push score.apns --channel dHN0LXNyY2gtY2hubA==

            With a key, the payload goes to Apple:
              bellhop push hello.apns --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 \\
                --to sandbox --device 740f4707bebcf74f… --topic com.example.app

            With a certificate, the payload goes to Apple, or, without --to, to the simulator:
              bellhop push hello.apns --cert push.p12 --cert-password-file password \\
                --to production --device 740f4707bebcf74f… --topic com.example.app

            With --fcm or --web-push, the file is a message for FCM or for a browser. The files of \
            the simulator are in the state directory:
              bellhop push message.json --fcm .bellhop/fcm-service-account.json \\
                --device "$(cat .bellhop/fcm-token)"
              bellhop push hello.json --web-push .bellhop/web-push-subscription.json

            Push type, topic and priority are inferred when they are not given, and the output \
            says so. The file may contain headers in the form apns-priority: 5, between two `---` \
            lines above the JSON. Options override these headers. "Simulator Target Bundle" in the \
            file names the app and is never sent.

            Status 0 when the notification was shown, ran code or is stored for the phone; 1 when \
            it was rejected or discarded; 69 when it was certainly not processed, so that you can \
            send it again; 76 when no response arrived and the notification may have been \
            processed, so that sending it again may show it twice.
            """)

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input.", valueName: "file"),
        completion: .file())
    var file: String

    @OptionGroup var state: StateOptions
    @OptionGroup var credential: CredentialOptions
    @OptionGroup var certificate: CertificateOptions
    @OptionGroup var destination: DestinationOptions
    @OptionGroup var headers: HeaderOptions
    @OptionGroup var messaging: MessagingOptions

    @Option(name: .customLong("apns-id"), help: "apns-id: a UUID. Default: a new one.")
    var apnsID: String?

    @Option(
        help: "Broadcast a Live Activity's update or end to this channel.")
    var channel: String?

    @Option(help: "The output format: text or json.")
    var format: OutputFormat = .text

    @Flag(
        name: .customLong("dry-run"),
        help: "Print the request, with shortened secrets, and send nothing.")
    var isDryRun = false

    func run() async throws {
        try await reportingFailures {
            let isSent = try await messaging.send(
                file, device: destination.device, state: state.directory, isDryRun: isDryRun,
                format: format)
            if isSent { return }
            let file = try PayloadInput.file(file)
            let route = try destination.destination.route(
                credential: credential, certificate: certificate, state: state.directory)
            var headers = try headers.headers()
            headers.id = try HeaderOptions.read("--apns-id", apnsID, PushHeaders.id)
            headers.channelID = try HeaderOptions.read("--channel", channel, PushHeaders.channelID)
            headers = headers.filled(from: try file.headers)
            if let channel = headers.channelID {
                return try await broadcast(file, headers, to: channel, by: route)
            }
            let target = try await route.target(
                for: file, headers: headers, device: destination.device)
            let plan = try PushPlan(file, headers: headers, to: target)
            if isDryRun {
                return try Console.show(
                    PushDryRun(plan, to: target, by: route, now: TimeSource.system.now), format)
            }
            let report = try await PushSession(route: route, target: target).send(plan)
            try Console.show(report, format)
            if let failure = report.failure { throw ExitStatus(failure).exitCode }
        }
    }

    private func broadcast(
        _ file: PushFile, _ headers: PushHeaders, to channel: ChannelID, by route: PushRoute
    ) async throws {
        guard destination.device == nil else {
            throw CommandFailure(
                .usage, "--device and --channel cannot be combined; leave one of them out")
        }
        let session = try BroadcastSession(file, headers: headers, to: channel, by: route)
        if isDryRun { return try Console.show(session.dryRun, format) }
        try Console.show(try await session.send(), format)
    }
}

/// The options for the destination of a push.
struct DestinationOptions: ParsableArguments {
    @Option(
        help: """
            The environment of Apple's APNs, sandbox or production; needs --key and --team-id, or \
            --cert.
            """,
        completion: .list(["sandbox", "production"]))
    var to: String?

    @Option(help: "The host of a server to use instead of Apple's or the running simulator.")
    var host: String?

    @Option(help: "The server's port. Default: 443, or the simulator's port.")
    var port: Int?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "A PEM file with the certificate authorities to trust instead of the "
                + "system's.", valueName: "file"),
        completion: .file())
    var authorityPath: String?

    @Option(
        help: ArgumentHelp(
            "The simulator's environment: sandbox or production. Default: the environment in which "
                + "the app registered."),
        completion: .list(["sandbox", "production"]))
    var environment: String?

    @Option(
        help: """
            The simulator's phone, by identifier or name; or a device token in hex, which is \
            required to send to Apple.
            """)
    var device: String?

    func validate() throws {
        guard (1...65535).contains(port ?? 443) else {
            throw ValidationError("--port takes 1 to 65535")
        }
    }

    var destination: Destination {
        Destination(
            to: to, host: host, port: port, authorityPath: authorityPath, environment: environment)
    }
}
