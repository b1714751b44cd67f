// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser

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

    func parsedExpiration() throws -> PushExpiration? {
        expiration.map { PushExpiration(epochSeconds: $0) }
    }

    func parsedCollapseID() throws -> CollapseID? { try collapseID.map(Self.parseCollapseID) }

    private static func parseCollapseID(_ text: String) throws -> CollapseID {
        do { return try CollapseID(text) } catch {
            throw CommandFailure(.usage, "--collapse-id: \(error)")
        }
    }
}
