// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI

// The commands for a person's actions with Live Activities.
extension DeviceCommands {
    struct Activities: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "activity", abstract: "List, tap and remove Live Activities.",
            discussion: "  bellhop device activity list",
            subcommands: [
                ListActivities.self, TapActivity.self, RemoveActivity.self, CollapseActivity.self,
                RotateActivityToken.self,
            ], defaultSubcommand: ListActivities.self)
    }

    struct ListActivities: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the Live Activities in their order on the Lock Screen.",
            discussion: "  bellhop device activity list --format json")
        @OptionGroup var options: DeviceOptions

        func run() async throws {
            try await reportingFailures {
                let device = try await callingSimulator {
                    try await options.client.device(options.device)
                }
                let activities = device.activities.filter {
                    options.app == nil || $0.bundleID == options.app
                }
                try options.print(activities) {
                    activities.isEmpty
                        ? "no Live Activity on \(device.name.printable)"
                        : activities.map(DeviceText.activity).joined(separator: "\n")
                }
            }
        }
    }

    struct TapActivity: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "tap", abstract: "Tap a Live Activity, which opens its app.",
            discussion: "  bellhop device activity tap")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The Live Activity's identifier; optional if there is only one.")
        var activity: String?
        func command() -> DeviceCommand { .activity(.tap, id: activity) }
    }

    struct RemoveActivity: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove", abstract: "Swipe a Live Activity off the Lock Screen (LA-14).",
            discussion: "  bellhop device activity remove")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The Live Activity's identifier; optional if there is only one.")
        var activity: String?
        func command() -> DeviceCommand { .activity(.remove, id: activity) }
    }

    struct CollapseActivity: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "collapse",
            abstract: "Shrink a Live Activity to the Dynamic Island (LA-24).",
            discussion: "  bellhop device activity collapse")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The Live Activity's identifier; optional if there is only one.")
        var activity: String?
        func command() -> DeviceCommand { .activity(.collapse, id: activity) }
    }

    struct RotateActivityToken: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-token",
            abstract: "Replace the token of a Live Activity, as APNs may do (LA-9).",
            discussion: "  bellhop device activity rotate-token")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The Live Activity's identifier; optional if there is only one.")
        var activity: String?
        func command() -> DeviceCommand { .activity(.rotateToken, id: activity) }
    }
}
