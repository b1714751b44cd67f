// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser

/// `bellhop push FILE`: one payload straight through the client.
struct PushCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push",
        abstract: "Send one payload, and say what happened at both ends.",
        discussion: """
            Without credentials it goes to the phone of the running simulator:
              bellhop push Examples/payloads/message.apns
              echo '{"aps":{"alert":"Hello"}}' | bellhop push -
              bellhop push silent.apns --format json

            With a key it goes to Apple:
              bellhop push hello.apns --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 \\
                --to sandbox --device 740f4707bebcf74f… --topic com.example.app

            Push type, topic and priority are inferred when they are not given, and the
            output says so.
            "Simulator Target Bundle" in the file names the app and is never sent.

            Status 0 when it was shown, ran or is held for the phone; 1 when it was
            rejected or discarded.
            """)

    @Argument(
        help: ArgumentHelp(
            "The payload: a .apns or JSON file; - reads standard input.", valueName: "file"))
    var file: String

    @OptionGroup var state: StateOptions
    @OptionGroup var credential: CredentialOptions
    @OptionGroup var destination: DestinationOptions
    @OptionGroup var headers: HeaderOptions

    @Option(help: "How to print: text or json.")
    var format: OutputFormat = .text

    @Flag(
        name: .customLong("dry-run"),
        help: "Print the request, secrets shortened, and send nothing.")
    var isDryRun = false

    func run() async throws {
        try await reportingFailures {
            let payload = try PayloadFile.read(file)
            let route = try await PushRoute.find(
                destination, credential: credential, state: state.directory)
            let target = try await route.target(
                for: payload, headers: headers, device: destination.device)
            let request = try headers.request(for: payload, to: target)
            if isDryRun {
                return Console.out(
                    try DryRun(request: request, target: target, route: route).text(format))
            }
            let report = try await PushSession(route: route, target: target).send(request)
            Console.out(try report.text(format))
            if let status = report.exitStatus { throw ExitCode(status.rawValue) }
        }
    }
}

/// Where a push goes.
struct DestinationOptions: ParsableArguments {
    @Option(help: "Apple's sandbox or production; needs --key, --key-id and --team-id.")
    var to: String?

    @Option(help: "A server other than Apple's or the running simulator.")
    var host: String?

    @Option(help: "Its port. Default 443, the simulator's own for the simulator.")
    var port: Int?

    @Option(
        name: .customLong("ca"),
        help: ArgumentHelp(
            "Trust the authorities in this PEM file rather than the system's.", valueName: "file"))
    var authorityPath: String?

    @Option(
        help: ArgumentHelp(
            "Which door of the simulator: sandbox or production. Default: the one its app "
                + "registered with.")
    )
    var environment: String?

    @Option(
        help: """
            The phone of the simulator, by identifier or name; or a device token in hex,\
             which Apple needs.
            """)
    var device: String?

    func validate() throws {
        guard (1...65535).contains(port ?? 443) else {
            throw ValidationError("--port takes 1 to 65535")
        }
    }
}

/// The headers of a push as options; what is missing is inferred.
struct HeaderOptions: ParsableArguments {
    @Option(help: "apns-topic: the bundle identifier, with or without the suffix of the push type.")
    var topic: String?

    @Option(
        help: ArgumentHelp(
            "apns-push-type: " + PushType.allCases.map(\.rawValue).joined(separator: ", ") + "."))
    var type: String?

    @Option(help: "apns-priority: 10, 5 or 1.")
    var priority: String?

    @Option(help: "apns-expiration: seconds since 1970; 0 for one attempt.")
    var expiration: Int?

    @Option(name: .customLong("collapse-id"), help: "apns-collapse-id: at most 64 bytes.")
    var collapseID: String?

    @Option(name: .customLong("apns-id"), help: "apns-id: a UUID; made here when left out.")
    var apnsID: String?

    func parsedType() throws -> PushType? {
        try type.map { word in
            guard let type = PushType(rawValue: word) else {
                throw CommandFailure(
                    .usage,
                    "there is no push type \"\(word)\"; use one of "
                        + PushType.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return type
        }
    }

    func parsedTopic() throws -> Topic? {
        try topic.map { word in
            guard Topic.isPlausible(word) else {
                throw CommandFailure(.usage, PushRequestError.badTopic(word).description)
            }
            return Topic(word)
        }
    }

    func parsedPriority() throws -> PushPriority? {
        try priority.map { word in
            guard let priority = Int(word).flatMap(PushPriority.init) else {
                throw CommandFailure(.usage, "there is no priority \"\(word)\"; use 10, 5 or 1")
            }
            return priority
        }
    }

    /// Puts the request together.
    func request(for payload: PayloadFile, to target: PushTarget) throws -> PushPlan {
        let inference = PushInference(
            payload: payload.file.payload, bundleID: target.bundleID, topic: try parsedTopic(),
            pushType: try parsedType(), priority: try parsedPriority())
        guard Topic.isPlausible(inference.topic.text) else {
            throw CommandFailure(
                .usage, PushRequestError.badTopic(inference.topic.text).description)
        }
        let id: APNSID
        if let apnsID {
            guard let given = APNSID(apnsID) else {
                throw CommandFailure(
                    .usage,
                    "\"\(apnsID)\" is not a UUID; write it as 8-4-4-4-12 hex digits, or leave it "
                        + "out"
                )
            }
            id = given
        } else {
            var generator = SystemRandomNumberGenerator()
            id = .random(using: &generator)
        }
        let request = PushRequest(
            deviceToken: target.token, body: payload.file.body, topic: inference.topic,
            pushType: inference.pushType, priority: inference.priority,
            expiration: expiration.map { PushExpiration(epochSeconds: $0) },
            collapseID: try collapseID.map(Self.parseCollapseID), id: id)
        return PushPlan(
            request: request, inferred: inference.inferred,
            note: payload.sizeNote(inference.pushType))
    }

    private static func parseCollapseID(_ text: String) throws -> CollapseID {
        do { return try CollapseID(text) } catch {
            throw CommandFailure(.usage, "--collapse-id: \(error)")
        }
    }
}

/// What will be sent, and which of it was not given.
struct PushPlan {
    let request: PushRequest
    let inferred: [PushInference.Inferred]
    /// Something the sender should know before the answer.
    let note: String?
}
