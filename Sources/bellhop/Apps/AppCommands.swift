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

/// `bellhop app`: creates and shows the apps of a running gateway, and stores their credentials.
struct AppCommands: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "app",
        abstract: "Create and show the apps of a running gateway, and set their credentials.",
        discussion: """
              bellhop app create com.example.app --name Trains
              bellhop app apns com.example.app \\
                --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456
              bellhop app show com.example.app
              bellhop app fcm com.example.app service-account.json
              bellhop app web-push com.example.app --subject mailto:ops@example.com \\
                --navigate https://example.com/

            Keys are sealed in the gateway, and no command shows them again.
            """,
        subcommands: [
            List.self, Show.self, Create.self, APNs.self, FCM.self, WebPush.self,
        ])

    /// The maximum size of a key file, in bytes.
    fileprivate static let keyByteCountMax = 64 * 1024

    /// The options of all commands about apps.
    struct Options: ParsableArguments {
        @Option(help: "The output format: text or json.") var format: OutputFormat = .text
        @OptionGroup var state: StateOptions

        func client() throws -> GatewayClient { try state.directory.runningGateway() }

        /// Prints a value as JSON, or as lines for people.
        func show(_ value: some Encodable, _ lines: [String]) throws {
            if format == .json { return Console.out(try jsonText(value)) }
            for line in lines { Console.out(line) }
        }
    }

    /// `bellhop app list`.
    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the apps with the services for which they have credentials.",
            discussion: "  bellhop app list --format json")

        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                let list = try await options.client().apps()
                try options.show(list, list.apps.map(\.line))
            }
        }
    }

    /// `bellhop app show`.
    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show",
            abstract: "Show an app with its credentials, but without keys.",
            discussion: "  bellhop app show com.example.app")

        @Argument(help: "The app's bundle identifier.") var app: String
        @OptionGroup var options: Options

        func run() async throws {
            try await reportingFailures {
                guard let found = try await options.client().app(app) else {
                    throw CommandFailure.noApp(app)
                }
                try options.show(found, found.lines)
            }
        }
    }

    /// `bellhop app fcm`.
    struct FCM: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "fcm",
            abstract: "Set the service account with which an app's messages are sent with FCM.",
            discussion: """
                  bellhop app fcm com.example.app service-account.json
                  bellhop app fcm com.example.app --delete

                Google's console creates the file under Project settings, Service accounts, \
                Generate new private key. Deliveries that are waiting for a key then continue. \
                After --delete, waiting deliveries stay queued until they expire.
                """)

        @Argument(help: "The app's bundle identifier.") var app: String
        @Argument(
            help:
                "The key file of the service account, or - for standard input; not with --delete.",
            completion: .file(extensions: ["json"]))
        var file: String?
        @Flag(help: "Delete the service account from the gateway.") var delete = false
        @OptionGroup var options: Options

        func validate() throws {
            guard delete == (file == nil) else {
                throw ValidationError("give a key file, or --delete to remove the service account")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                guard let file else {
                    return try await options.delete(.fcm, of: app, client)
                }
                let json = try InputFile.read(
                    file, byteCountMax: AppCommands.keyByteCountMax, what: "a service account")
                let stored = try await client.putFCM(json, app: app)
                try options.show(stored, ["\(app.printable): \(stored.line)"])
            }
        }
    }

    /// `bellhop app web-push`.
    struct WebPush: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "web-push",
            abstract: "Set the VAPID key with which an app's messages are sent to browsers.",
            discussion: """
                  bellhop app web-push com.example.app --subject mailto:ops@example.com \\
                    --navigate https://example.com/
                  bellhop app web-push com.example.app --subject https://example.com/contact \\
                    --navigate https://example.com/ --vapid-key vapid.pem
                  bellhop app web-push com.example.app --delete

                Without --vapid-key, the app keeps its key, or gets a new one. The site passes the \
                public key, which is printed, to pushManager.subscribe() as applicationServerKey. \
                A subscription belongs to one key: with another key, browsers have to subscribe \
                again.
                """)

        @Argument(help: "The app's bundle identifier.") var app: String
        @Option(
            help: ArgumentHelp(
                "How push services reach you: mailto:… or https://….", valueName: "url"))
        var subject: String?
        @Option(
            help: ArgumentHelp(
                "The https URL that a click opens if a message names none.", valueName: "url"))
        var navigate: String?
        @Option(
            name: .customLong("vapid-key"),
            help: ArgumentHelp(
                "The private key, or - for standard input: PEM, or 32 bytes in base64url.",
                valueName: "file"), completion: .file())
        var vapidKey: String?
        @Flag(help: "Delete the VAPID key from the gateway.") var delete = false
        @OptionGroup var options: Options

        func validate() throws {
            let isComplete = subject != nil && navigate != nil
            let isEmpty = subject == nil && navigate == nil && vapidKey == nil
            guard delete ? isEmpty : isComplete else {
                throw ValidationError(
                    "give --subject and --navigate, or --delete alone to remove the VAPID key")
            }
        }

        func run() async throws {
            try await reportingFailures {
                let client = try options.client()
                guard let subject, let navigate else {
                    return try await options.delete(.webPush, of: app, client)
                }
                let key = try vapidKey.map { path in
                    String(
                        decoding: try InputFile.read(
                            path, byteCountMax: AppCommands.keyByteCountMax, what: "a VAPID key"),
                        as: UTF8.self)
                }
                let stored = try await client.putWebPush(
                    WebPushCredentialRequest(
                        privateKey: key, subject: subject, navigate: navigate),
                    app: app)
                try options.show(stored, ["\(app.printable): \(stored.line)"])
            }
        }
    }
}

extension AppCommands.Options {
    /// Deletes an app's credential for a transport.
    fileprivate func delete(
        _ transport: PushTransport, of app: String, _ client: GatewayClient
    ) async throws {
        guard try await client.deleteCredential(for: transport, app: app) else {
            throw CommandFailure.noApp(app)
        }
        try show(
            ["deleted": transport.rawValue],
            ["\(app.printable): deleted the credential for \(transport.displayName)"])
    }
}

extension CommandFailure {
    fileprivate static func noApp(_ app: String) -> CommandFailure {
        CommandFailure(
            .badInput,
            "the gateway has no app \(app.printable); see the apps with: bellhop app list")
    }
}

extension AppResource {
    /// A description of the app in one line.
    fileprivate var line: String {
        let services = [
            credential.map { _ in "APNs" }, fcm.map { _ in "FCM" }, webPush.map { _ in "Web Push" },
        ].compactMap(\.self)
        let has = services.isEmpty ? "no credentials" : services.joined(separator: ", ")
        return "\(bundleID.printable)  \(name.printable): \(has)"
            + (refused == nil ? "" : "; a credential is refused")
            + (shadow == true ? "; shadow" : "")
    }

    /// A description of the app, line by line.
    var lines: [String] {
        var lines = ["\(bundleID.printable)  \(name.printable)"]
        lines.append(
            "APNs: " + (credential?.line ?? "no credential; set one with bellhop app apns"))
        lines.append("FCM: " + (fcm?.line ?? "no credential; set one with bellhop app fcm"))
        lines.append(
            "Web Push: " + (webPush?.line ?? "no credential; set one with bellhop app web-push"))
        if let locked {
            lines.append(
                "the gateway's master key cannot open: "
                    + locked.map(\.printable).joined(separator: ", "))
        }
        for credential in refused ?? [] {
            lines.append(
                "\(credential.transport.displayName) refuses the credential"
                    + (credential.environment.map { " in \($0.rawValue)" } ?? "")
                    + ": \(credential.reason.printable)")
        }
        if let clientKey { lines.append("client key: \(clientKey.printable)") }
        if let identitySecret {
            lines.append("identity secret, not shown again: \(identitySecret.printable)")
        }
        if shadow == true { lines.append("shadow mode: nothing is sent") }
        return lines
    }
}

extension CredentialResource {
    /// A description of the credential in one line.
    var line: String {
        switch kind {
        case .key: "key \((keyID ?? "").printable) of team \((teamID ?? "").printable)"
        case .certificate:
            "certificate" + (expiresAt.map { " until \(GatewayJSON.text(of: $0))" } ?? "")
        }
    }
}

extension FCMCredentialResource {
    /// A description of the credential in one line.
    fileprivate var line: String {
        "project \(project.printable)" + (account.map { ", account \($0.printable)" } ?? "")
            + (keyID.map { ", key \($0.printable)" } ?? "")
    }
}

extension WebPushCredentialResource {
    /// A description of the credential in one line.
    fileprivate var line: String {
        "public key \(publicKey.printable), subject \(subject.printable), "
            + "navigate \(navigate.printable)"
    }
}
