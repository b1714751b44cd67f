// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import DeviceModel

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The options that select requests from senders.
struct RequestOptions: ParsableArguments {
    @Option(help: "Only requests for the app with this bundle identifier.")
    var app: String?

    @Option(help: "Only requests for this device token.")
    var token: String?

    @Option(name: .customLong("push-type"), help: "Only requests with this apns-push-type.")
    var pushType: String?

    @Option(help: "Only requests to this environment: sandbox or production.")
    var environment: String?

    @Option(help: "Only requests with this status in the response, for instance 200.")
    var status: Int?

    @Option(help: "Only requests with this reason in the response, for instance BadDeviceToken.")
    var reason: String?

    @Option(name: .customLong("apns-id"), help: "Only requests with this apns-id.")
    var apnsID: String?

    @Option(name: .customLong("collapse-id"), help: "Only requests with this apns-collapse-id.")
    var collapseID: String?

    @Option(help: "Only requests after the request with this number.")
    var after = 0

    /// Returns the filter that the options specify.
    ///
    /// - Throws: ``CommandFailure`` with status 64 for an invalid value.
    func query() throws -> RequestQuery {
        var query = RequestQuery()
        query.app = app
        query.reason = reason.map { RejectionReason(rawValue: $0) }
        query.collapseID = collapseID
        query.status = status
        query.after = max(0, after)
        query.environment = try environment.map(EnvironmentName.parse)
        query.token = try value(token, "--token", "the token in hexadecimal digits") {
            try? DeviceToken(hex: $0)
        }
        query.apnsID = try value(apnsID, "--apns-id", "a UUID in the 8-4-4-4-12 form") {
            APNSID($0)
        }
        let types = PushType.allCases.map(\.rawValue).joined(separator: ", ")
        query.pushType = try value(pushType, "--push-type", "one of \(types)") {
            PushType(rawValue: $0)
        }
        return query
    }

    private func value<Value>(
        _ text: String?, _ option: String, _ form: String, _ read: (String) -> Value?
    ) throws -> Value? {
        guard let text else { return nil }
        guard let value = read(text) else {
            throw CommandFailure(.usage, "\(option): \"\(text.printable)\" is not \(form)")
        }
        return value
    }
}

/// Prints requests from senders.
enum RequestText {
    /// Returns a line of text that describes a request.
    static func line(_ request: RequestReport) -> String {
        let response = [
            request.status == 0 ? "no response" : String(request.status), request.reason?.rawValue,
        ].compactMap { $0 }.joined(separator: " ")
        let body = request.payload.map { JSONWriter.text($0) } ?? request.text ?? ""
        return [
            "#\(request.sequence)", APIJSON.text(of: request.time), request.environment.rawValue,
            response, request.headers["apns-push-type"] ?? "-", request.app ?? "-",
            request.token ?? "-", OneLine.text(body, characterCountMax: 80),
        ].joined(separator: "  ").printable
    }

    /// Prints a request as one line of JSON or of text.
    static func show(_ request: RequestReport, _ format: OutputFormat) throws {
        Console.out(format == .json ? try jsonText(request, isPretty: false) : line(request))
    }
}
