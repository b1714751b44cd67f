// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSProvider
import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import ControlAPI
import Diagnostics
import FCM
import MessageForms
import WebPush
import Workbench

/// The options by which `bellhop push` sends to FCM, or to a browser, instead of APNs.
struct MessagingOptions: ParsableArguments {
    /// The maximum size of a file with a service account or a subscription, in bytes.
    private static let fileByteCountMax = 64 * 1024
    /// The subject of VAPID tokens for the simulator.
    private static let localSubject = "mailto:developer@example.com"

    @Option(
        help: ArgumentHelp(
            "Send FILE as an FCM message, with this service account.",
            discussion:
                "With --device, the message goes to that registration token, installation ID or "
                + "/topics/NAME.", valueName: "file"), completion: .file(extensions: ["json"]))
    var fcm: String?

    @Option(
        name: .customLong("fcm-url"),
        help: ArgumentHelp(
            "The server to use instead of Google's, for messages and access tokens.",
            discussion: "Default: the simulated FCM for the service account of the simulator.",
            valueName: "url"))
    var fcmURL: String?

    @Option(
        name: .customLong("web-push"),
        help: ArgumentHelp(
            "Send FILE as a Web Push message to the subscription in this file.",
            discussion: "The file has the JSON of PushSubscription.toJSON().", valueName: "file"),
        completion: .file(extensions: ["json"]))
    var webPush: String?

    @Option(
        name: .customLong("vapid-key"),
        help: ArgumentHelp(
            "The VAPID private key: PEM, or 32 bytes in base64url.",
            discussion: "Default: the key in the state directory.", valueName: "file"),
        completion: .file())
    var vapidKey: String?

    @Option(
        help: ArgumentHelp(
            "How a push service reaches you: mailto:… or https://….",
            discussion: "Required for push services other than the simulator.", valueName: "url"))
    var subject: String?

    @Option(
        help: ArgumentHelp(
            "Web Push: the URL that a click opens; for a payload with aps.", valueName: "url"))
    var navigate: String?

    @Option(help: "Web Push: the time for which the service stores the message, in seconds.")
    var ttl: Int?

    @Option(
        help: "Web Push: the urgency: very-low, low, normal or high.",
        completion: .list(WebPushUrgency.allCases.map(\.rawValue)))
    var urgency: String?

    @Option(
        name: .customLong("push-topic"),
        help: "Web Push: the topic; a newer message with the same topic replaces a stored one.")
    var pushTopic: String?

    func validate() throws {
        guard fcm == nil || webPush == nil else {
            throw ValidationError("--fcm and --web-push cannot be combined; give one of them")
        }
        guard fcm != nil || fcmURL == nil else {
            throw ValidationError("--fcm-url needs --fcm")
        }
        let isWebPushOption =
            [vapidKey, subject, urgency, pushTopic, navigate].contains { $0 != nil } || ttl != nil
        guard webPush != nil || !isWebPushOption else {
            throw ValidationError(
                "--vapid-key, --subject, --navigate, --ttl, --urgency and --push-topic need "
                    + "--web-push")
        }
    }

    /// Sends a file if one of the services is chosen.
    ///
    /// - Returns: whether the options choose a service.
    func send(
        _ path: String, device: String?, state: StateDirectory, isDryRun: Bool,
        format: OutputFormat
    ) async throws -> Bool {
        if let fcm {
            try await sendToFCM(
                path, accountPath: fcm, device: device, state: state, isDryRun: isDryRun,
                format: format)
            return true
        }
        guard let webPush else { return false }
        guard !isDryRun, device == nil else {
            throw CommandFailure(
                .usage, "--dry-run and --device cannot be combined with --web-push; leave them out")
        }
        try await sendWebPush(path, subscriptionPath: webPush, state: state, format: format)
        return true
    }

    // MARK: - FCM

    private func sendToFCM(
        _ path: String, accountPath: String, device: String?, state: StateDirectory,
        isDryRun: Bool, format: OutputFormat
    ) async throws {
        let bytes = try InputFile.read(
            accountPath, byteCountMax: Self.fileByteCountMax, what: "a service account")
        let origin = fcmURL ?? simulatedFCM(named: bytes, state)
        let account: ServiceAccount
        do throws(ServiceAccount.Problem) {
            account = try ServiceAccount(
                json: bytes, tokenAddress: origin.map { $0 + "/token" })
        } catch {
            throw CommandFailure(.badInput, "\(InputFile.name(accountPath)): \(error)")
        }
        let file = try PayloadInput.text(path)
        var message: FCMMessage
        if let content = try Self.payload(file) {
            let conversion = FCMMessage.android(
                from: content, now: TimeSource.system.now.wholeEpochSeconds)
            Self.note(lost: conversion.lost, platform: "Android")
            message = conversion.message
        } else {
            do throws(FCMMessage.Problem) { message = try FCMMessage(bytes: file.bytes) } catch {
                throw CommandFailure(.badInput, "\(file.name.printable): \(error)")
            }
        }
        if let device { message.address = Self.address(device) }
        guard message.address != nil else {
            throw CommandFailure(
                .badInput,
                "\(file.name.printable): the message needs exactly one of token, fid, topic and "
                    + "condition; write one, or give a token with --device")
        }
        let exchange = try ServiceExchange(trustRoots: .system, isPatient: true)
        let client =
            if let origin {
                FCMClient(account: account, origin: origin, time: .system, exchange: exchange)
            } else {
                FCMClient(account: account, time: .system, exchange: exchange)
            }
        let result = await client.send(message, isDryRun: isDryRun)
        await exchange.shutdown()
        let report = FCMReport(
            projectID: account.projectID, message: message, result: result, isDryRun: isDryRun)
        try Console.show(report, format)
        if let failure = report.failure { throw ExitStatus(failure).exitCode }
    }

    /// Returns the content to convert if the file is a payload for APNs; `nil` for any other file.
    private static func payload(_ source: SourceText) throws -> PlatformContent? {
        guard let file = try? PushFile(reading: source), file.file.payload.aps != nil else {
            return nil
        }
        let headers = try file.headers
        return PlatformContent(
            payload: file.file.payload.object, collapseID: headers.collapseID?.text,
            expiration: headers.expiration?.epochSeconds, priority: headers.priority)
    }

    private static func note(lost: [String], platform: String) {
        guard !lost.isEmpty else { return }
        Console.note(
            "the payload is converted for \(platform), which has no equivalent of: "
                + lost.joined(separator: ", ").printable)
    }

    private static func address(_ text: String) -> FCMAddress {
        if text.hasPrefix("/topics/") { return .topic(String(text.dropFirst(8))) }
        return DeviceAddressKind(text) == .installationID ? .installation(text) : .token(text)
    }

    /// Returns the origin of the running simulator's FCM if the file names its token endpoint.
    private func simulatedFCM(named bytes: [UInt8], _ state: StateDirectory) -> String? {
        guard let address = try? state.simulatorAddress().simulator.fcm,
            let uri = (try? JSONReader.read(bytes))?.value.objectValue?["token_uri"]?.stringValue
        else { return nil }
        let origin = "http://\(address.host):\(address.port)"
        return uri == origin + "/token" ? origin : nil
    }

    // MARK: - Web Push

    private func sendWebPush(
        _ path: String, subscriptionPath: String, state: StateDirectory, format: OutputFormat
    ) async throws {
        let bytes = try InputFile.read(
            subscriptionPath, byteCountMax: Self.fileByteCountMax, what: "a subscription")
        let subscription: PushSubscription
        do throws(PushSubscription.Problem) {
            subscription = try PushSubscription(json: bytes)
        } catch {
            throw CommandFailure(.badInput, "\(InputFile.name(subscriptionPath)): \(error)")
        }
        let isLocal = HTTPAuthority.loopbackNames.contains(subscription.host)
        guard isLocal || subscription.origin.hasPrefix("https://") else {
            throw CommandFailure(
                .badInput,
                "\(InputFile.name(subscriptionPath)): the endpoint is not https; use the "
                    + "subscription that the browser returned")
        }
        let file = try PayloadInput.text(path)
        let message = try webPushMessage(file)
        let authority = isLocal ? state.readText(.authorityCertificate) : nil
        let exchange = try ServiceExchange(
            trustRoots: authority.map(TrustRoots.pem) ?? .system, isPatient: true)
        let client = WebPushClient(
            key: try key(state), subject: try subject(isLocal: isLocal), time: .system,
            exchange: exchange)
        let result = await client.send(message, to: subscription)
        await exchange.shutdown()
        let report = WebPushReport(
            subscription: subscription, message: message, result: result)
        try Console.show(report, format)
        if let failure = report.failure { throw ExitStatus(failure).exitCode }
    }

    /// Returns the message to send. Its content is the file or, if the file is a payload for APNs,
    /// the converted payload.
    private func webPushMessage(_ file: SourceText) throws -> WebPushMessage {
        var message: WebPushMessage
        do {
            if let content = try Self.payload(file) {
                guard let navigate else {
                    throw CommandFailure(
                        .usage,
                        "--navigate is missing; a payload for APNs has no URL for a click, so give "
                            + "one")
                }
                let conversion = try WebPushMessage.declarative(
                    from: content, navigate: navigate,
                    now: TimeSource.system.now.wholeEpochSeconds)
                Self.note(lost: conversion.lost, platform: "browsers")
                message = conversion.message
            } else {
                message = try WebPushMessage(content: file.bytes)
            }
            return try WebPushMessage(
                content: message.content, timeToLiveSeconds: ttl ?? message.timeToLiveSeconds,
                urgency: try urgency.map { _ in try readUrgency() } ?? message.urgency,
                topic: pushTopic ?? message.topic)
        } catch let problem as WebPushMessage.Problem {
            throw CommandFailure(.badInput, "\(file.name.printable): \(problem)")
        } catch let problem as WebPushMessage.ConversionProblem {
            throw CommandFailure(.badInput, "\(file.name.printable): \(problem)")
        }
    }

    private func readUrgency() throws(WebPushMessage.Problem) -> WebPushUrgency {
        guard let urgency else { return .normal }
        guard let value = WebPushUrgency(rawValue: urgency) else { throw .badUrgency }
        return value
    }

    private func subject(isLocal: Bool) throws -> String {
        guard let subject else {
            guard isLocal else {
                throw CommandFailure(
                    .usage,
                    "--subject is missing; give an address at which the push service reaches you, "
                        + "such as mailto:ops@example.com")
            }
            return Self.localSubject
        }
        guard VAPIDToken.isSubject(subject) else {
            throw CommandFailure(
                .usage, "--subject takes mailto:NAME@DOMAIN or https://DOMAIN; correct it")
        }
        return subject
    }

    private func key(_ state: StateDirectory) throws -> VAPIDKey {
        let text: String
        if let vapidKey {
            text = String(
                decoding: try InputFile.read(
                    vapidKey, byteCountMax: Self.fileByteCountMax, what: "a VAPID key"),
                as: UTF8.self)
        } else if let own = state.readText(.vapidKey) {
            text = own
        } else {
            throw CommandFailure(
                .usage, "--vapid-key is missing; give the private key of the subscription's site")
        }
        guard let key = VAPIDKey(text: text) else {
            throw CommandFailure(
                .badInput,
                "\(vapidKey.map { InputFile.name($0) } ?? state.path(of: .vapidKey)): this is not "
                    + "a VAPID private key; it must be an EC key on P-256 in PEM, or 32 bytes in "
                    + "base64url")
        }
        return key
    }
}
