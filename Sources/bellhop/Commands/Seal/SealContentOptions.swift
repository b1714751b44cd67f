// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopSeal

#if canImport(FoundationEssentials)
import CommandSupport
import FoundationEssentials
#else
import Foundation
#endif

/// The content of a message, from a file and from options. Options take precedence over the file.
struct SealContentOptions: ParsableArguments {
    @Option(help: "The title of the notification.")
    var title: String?
    @Option(help: "The subtitle of the notification.")
    var subtitle: String?
    @Option(help: "The text of the notification.")
    var body: String?
    @Option(help: "The thread identifier that groups notifications.")
    var thread: String?
    @Option(help: "The category identifier.")
    var category: String?
    @Option(help: ArgumentHelp("The URL of a picture to attach.", valueName: "url"))
    var image: String?
    @Option(help: "The name of a sound in the app, or default.")
    var sound: String?
    @Option(help: "The number on the app's icon.")
    var badge: Int?
    @Option(help: ArgumentHelp("The app's own keys, a JSON object.", valueName: "json"))
    var data: String?
    @Option(help: "The message's identifier. Default: a new UUID.")
    var id: String?
    @Option(
        help: ArgumentHelp("The number of seconds until the message expires.", valueName: "seconds")
    )
    var expiresIn: Int?

    func validate() throws {
        if let expiresIn, !(1...SealLimits.epochSecondsMax).contains(expiresIn) {
            throw ValidationError("--expires-in takes a number of seconds, at least 1")
        }
    }

    /// Reads the content.
    ///
    /// - Parameter file: the path of a JSON file, `-` for standard input, or `nil`.
    func read(_ file: String?, now: Date) throws -> SealedContent {
        var object = try file.map { try SealKeyInput.object($0, "a message's content") } ?? [:]
        let texts = [
            ("title", title), ("subtitle", subtitle), ("body", body), ("thread", thread),
            ("category", category), ("image", image), ("sound", sound), ("id", id),
        ]
        for (key, text) in texts { if let text { object[key] = .string(text) } }
        if let badge { object["badge"] = .number(JSONNumber(badge)) }
        if let data {
            guard let value = try? JSONReader.read(data).value.objectValue else {
                throw CommandFailure(
                    .usage, "--data takes a JSON object; write it as --data '{\"chat\":7}'")
            }
            object["data"] = .object(value)
        }
        if object["id"] == nil { object["id"] = .string(UUID().uuidString.lowercased()) }
        do {
            var content = try SealedContent(object, sentAt: now)
            if let expiresIn { content.expiration = now.addingTimeInterval(Double(expiresIn)) }
            guard
                [content.title, content.subtitle, content.body].contains(where: { $0 != nil })
                    || !content.data.isEmpty || content.badge != nil
            else {
                throw CommandFailure(
                    .usage, "there is nothing to seal; give --body or a file with the content")
            }
            return content
        } catch let error as SealError {
            throw CommandFailure(.badInput, "the content: \(error)")
        }
    }
}
