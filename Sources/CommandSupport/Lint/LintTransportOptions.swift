// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
package import ArgumentParser
import Diagnostics
import Workbench

/// The options that make `bellhop lint` check messages for FCM or Web Push, or show how a payload
/// is converted for each platform.
package struct LintTransportOptions: ParsableArguments {
    @Flag(help: "Check messages of FCM HTTP v1, with the payload for APNs inside them.")
    package var fcm = false

    @Flag(name: .customLong("web-push"), help: "Check the contents of Web Push messages.")
    package var webPush = false

    @Flag(
        help: "Convert a payload for APNs, FCM and Web Push, and show what is lost and the sizes.")
    package var platforms = false

    @Option(
        help: ArgumentHelp(
            "The URL that a click opens in a browser, for --platforms.",
            discussion: "Default: the value of the payload's key url", valueName: "url"))
    package var navigate: String?

    package init() {}

    package func validate() throws {
        guard [fcm, webPush, platforms].count(where: \.self) <= 1 else {
            throw ValidationError(
                "--fcm, --web-push and --platforms cannot be combined; give one of them")
        }
        guard navigate == nil || platforms else {
            throw ValidationError("--navigate needs --platforms")
        }
    }

    /// The transport for which files are checked.
    var transport: PushTransport { fcm ? .fcm : webPush ? .webPush : .apns }

    /// Prints the message into which a payload is converted for each platform.
    ///
    /// - Throws: `ExitCode` 1 if the payload cannot be sent to all platforms.
    func preview(_ paths: [String], _ format: ReportFormat) throws {
        guard paths.count == 1, let path = paths.first else {
            throw CommandFailure(.usage, "--platforms takes one payload file; name only one")
        }
        guard let format = OutputFormat(rawValue: format.rawValue) else {
            throw CommandFailure(
                .usage, "--platforms has the formats text and json; give one of them")
        }
        let bytes = try InputFile.read(
            path, byteCountMax: APNSFile.byteCountMax, what: "a payload file")
        let source = SourceText(name: InputFile.name(path), bytes: bytes)
        let preview = try PlatformPreview(
            of: try PushFile(reading: source), navigate: navigate,
            now: TimeSource.system.now.wholeEpochSeconds)
        try Console.show(preview, format)
        guard preview.isComplete else { throw ExitCode(ExitStatus.no.rawValue) }
    }
}
