// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import Workbench

/// The options that select a running simulator by the address of its control API.
struct ControlOptions: ParsableArguments {
    @OptionGroup var state: StateOptions

    @Option(
        help: ArgumentHelp(
            "The URL of the simulator's control API.",
            discussion: "Default: the URL of the simulator that runs with the state directory",
            valueName: "url"))
    var control: String?

    func validate() throws {
        guard let control else { return }
        guard control.hasPrefix("http://") || control.hasPrefix("https://") else {
            throw ValidationError(
                "--control takes a URL such as http://127.0.0.1:8081, not \"\(control)\"")
        }
    }

    /// A client of the simulator.
    var client: ControlClient {
        get throws {
            let url = try control ?? state.directory.simulatorAddress().control
            return ControlClient(url: url.hasSuffix("/") ? String(url.dropLast()) : url)
        }
    }
}
