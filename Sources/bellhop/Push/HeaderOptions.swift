// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import Workbench

/// The options for the headers of a push. Missing headers are inferred.
struct HeaderOptions: ParsableArguments {
    @Option(help: "apns-topic: the bundle identifier, with or without the suffix of the push type.")
    var topic: String?

    @Option(
        help: ArgumentHelp(
            "apns-push-type: " + PushType.allCases.map(\.rawValue).joined(separator: ", ") + "."),
        completion: .list(PushType.allCases.map(\.rawValue)))
    var type: String?

    @Option(help: "apns-priority: 10, 5 or 1.", completion: .list(["10", "5", "1"]))
    var priority: String?

    @Option(help: "apns-expiration: seconds since 1970; 0 for one attempt.")
    var expiration: Int?

    @Option(name: .customLong("collapse-id"), help: "apns-collapse-id: at most 64 bytes.")
    var collapseID: String?

    /// Returns the headers that the options specify.
    ///
    /// - Throws: ``WorkFailure`` of kind `usage` for an invalid value; the message names the
    ///   option.
    func headers() throws -> PushHeaders {
        var headers = PushHeaders()
        headers.topic = try Self.read("--topic", topic, PushHeaders.topic)
        headers.pushType = try Self.read("--type", type, PushHeaders.pushType)
        headers.priority = try Self.read("--priority", priority, PushHeaders.priority)
        headers.expiration = expiration.map { PushExpiration(epochSeconds: $0) }
        headers.collapseID = try Self.read("--collapse-id", collapseID, PushHeaders.collapseID)
        return headers
    }

    /// Returns the parsed value of an option; `nil` if the option was not given.
    static func read<Value>(
        _ option: String, _ text: String?, _ read: (String) throws(WorkFailure) -> Value
    ) throws -> Value? {
        guard let text else { return nil }
        do throws(WorkFailure) { return try read(text) } catch {
            throw WorkFailure(error.kind, "\(option): \(error)")
        }
    }
}
