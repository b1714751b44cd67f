// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ArgumentParser
import Diagnostics
package import PushLint

/// The options that describe facts about the pushes other than their payloads. An invalid header
/// value is a finding of lint, not a usage error.
package struct LintContextOptions: ParsableArguments {
    @Option(help: "apns-push-type. Options override headers in a file.")
    package var type: String?

    @Option(help: "apns-priority.")
    package var priority: String?

    @Option(help: "apns-topic.")
    package var topic: String?

    @Option(help: "apns-expiration: seconds since 1970, or 0.")
    package var expiration: String?

    @Option(name: .customLong("collapse-id"), help: "apns-collapse-id.")
    package var collapseID: String?

    @Option(help: "apns-channel-id: the channel of a broadcast, in Base64.")
    package var channel: String?

    @Option(
        name: .customLong("min-os"),
        help: ArgumentHelp("The app's deployment target, for instance 17.0.", valueName: "version"))
    package var minimumOS: String?

    @Option(
        help: ArgumentHelp(
            "The built app (.app) that receives the pushes, for its sounds, strings and "
                + "entitlements.",
            valueName: "dir"))
    package var bundle: String?

    @Option(
        help: ArgumentHelp(
            "The app's checkout. Lint then also reads the app's categories and types of Live "
                + "Activities.",
            valueName: "dir"))
    package var project: String?

    @Option(help: "The app's target, if the checkout has several apps.")
    package var target: String?

    package init() {}

    /// Returns the context of the pushes. The parameter is the app that was read for these pushes.
    package func context(of app: LintApp?) throws -> LintContext {
        var context = LintContext()
        for (name, value) in [
            (APNSHeader.pushType, type), (APNSHeader.priority, priority),
            (APNSHeader.topic, topic), (APNSHeader.expiration, expiration),
            (APNSHeader.collapseID, collapseID), (APNSHeader.channelID, channel),
        ] {
            if let value { context.give(name, value) }
        }
        context.minimumOS = try minimumOS.map { text in
            guard let version = OSVersion(text) else {
                throw CommandFailure(
                    .usage,
                    "--min-os: \"\(text.printable)\" is not a version; give one such as 17 or 17.2")
            }
            return version
        }
        context.app = app
        return context
    }
}
