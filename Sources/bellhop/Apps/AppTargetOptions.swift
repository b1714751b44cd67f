// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import Workbench

/// The options of commands about something that belongs to one app of a running gateway, such as
/// its segments, topics, templates and attributes.
struct AppTargetOptions: ParsableArguments {
    @Option(help: "The app's bundle identifier; optional if the gateway has only one app.")
    var app: String?
    @Option(help: "The output format: text or json.") var format: OutputFormat = .text
    @OptionGroup var state: StateOptions

    func client() throws -> GatewayClient { try state.directory.runningGateway() }

    /// Returns the client of the running gateway, and the app.
    func target() async throws -> (GatewayClient, String) {
        let client = try client()
        if let app { return (client, app) }
        return (client, try await client.onlyApp())
    }
}
