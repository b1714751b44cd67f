// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport
import ControlAPI

// The commands for the phone's own switches, and for its location.
extension DeviceCommands {
    struct Lock: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "lock",
            abstract: "Lock the phone.",
            discussion: "  bellhop device lock")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .lock }
    }

    struct Unlock: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "unlock",
            abstract: "Unlock the phone.",
            discussion: "  bellhop device unlock")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .unlock }
    }

    struct Reboot: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "reboot",
            abstract: "Restart the phone.",
            discussion: "  bellhop device reboot")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .reboot }
    }

    struct RestoreBackup: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "restore-backup",
            abstract: "Restore the phone from a backup: apps get new device tokens (REG-5).",
            discussion: "  bellhop device restore-backup")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .restoreBackup }
    }

    struct Network: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "network",
            abstract: "Connect or disconnect the phone, or block its path to APNs.",
            discussion: "  bellhop device network blocked")
        @OptionGroup var options: DeviceOptions
        @Argument(
            help: """
                The network: on, off, or blocked, which blocks only the connection to APNs.
                """)
        var value: String
        func command() -> DeviceCommand { .phone("network", value) }
    }

    struct MuteSwitch: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "mute", abstract: "Switch Silent mode on or off.",
            discussion: "  bellhop device mute on")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The new setting: on or off.") var value: String
        func command() -> DeviceCommand { .phone("mute", value) }
    }

    struct LowPower: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "low-power",
            abstract: "Switch Low Power Mode on or off.",
            discussion: "  bellhop device low-power on")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The new setting: on or off.") var value: String
        func command() -> DeviceCommand { .phone("low-power", value) }
    }

    struct FocusCommands: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "focus", abstract: "Switch a Focus on or off.",
            discussion: """
                  bellhop device focus on                 Do Not Disturb
                  bellhop device focus on Work --allow-app com.example.chat --allow-person alex
                  bellhop device focus off
                """)
        /// The values `on` and `off`.
        enum Word: String, ExpressibleByArgument, CaseIterable { case on, off }

        @OptionGroup var options: DeviceOptions
        @Argument(help: "The new setting: on or off.") var value: Word
        @Argument(help: "The name of the Focus. Default: Do Not Disturb.") var name: String?
        @Option(
            help: ArgumentHelp(
                "An app that the Focus allows. May be repeated.", valueName: "bundle-id"))
        var allowApp: [String] = []
        @Option(
            help: ArgumentHelp(
                "A person that the Focus allows. May be repeated.", valueName: "handle"))
        var allowPerson: [String] = []
        @Flag(help: "Let the Focus also silence time-sensitive notifications.")
        var noTimeSensitive = false

        func command() -> DeviceCommand {
            guard value == .on else { return .phone("focus", "off") }
            var focus = FocusCommand(name: name)
            focus.allowedApps = allowApp
            focus.allowedPeople = allowPerson
            focus.allowsTimeSensitive = !noTimeSensitive
            return .focus(focus)
        }
    }

    struct SummaryCommand: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "summary", abstract: "Set the times of the scheduled summary.",
            discussion: """
                  bellhop device summary 08:00 18:00
                  bellhop device summary off
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The times of day as HH:MM, or off.") var times: [String]
        func command() -> DeviceCommand {
            .phone("summary", times.joined(separator: ","))
        }
    }

    struct Previews: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "previews",
            abstract: "Set when the Lock Screen shows previews.",
            discussion: "  bellhop device previews never")
        @OptionGroup var options: DeviceOptions
        @Argument(
            help: """
                When previews are shown: always, when-authenticated or never.
                """)
        var value: String
        func command() -> DeviceCommand { .phone("previews", value) }
    }

    struct Move: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "move",
            abstract: "Set the phone's location.",
            discussion: """
                  bellhop device move 52.52,13.405
                  bellhop device move -33.87,151.21
                  bellhop device move off                 the location is unavailable
                """)
        @OptionGroup var options: DeviceOptions
        // A latitude in the southern hemisphere starts with a hyphen, as options do.
        @Argument(
            parsing: .allUnrecognized,
            help: ArgumentHelp(
                "Latitude and longitude in degrees, or off.", valueName: "latitude,longitude"))
        var location: [String]

        func command() throws -> DeviceCommand {
            guard location.count == 1 else {
                throw CommandFailure(.usage, "give one location, for instance 52.52,13.405, or off")
            }
            return .phone("location", location[0])
        }
    }

    struct TimeZoneCommand: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "time-zone", abstract: "Set the phone's time zone.",
            discussion: "  bellhop device time-zone Europe/Berlin")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "An IANA time zone name, for instance Europe/Berlin.") var name: String
        func command() -> DeviceCommand { .phone("time-zone", name) }
    }

    struct LanguageCommand: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "language", abstract: "Set the phone's language.",
            discussion: "  bellhop device language de")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The language, for instance de or pt-BR.") var name: String
        func command() -> DeviceCommand { .phone("language", name) }
    }
}

extension DeviceCommand {
    /// Returns the command that changes a switch of the phone itself.
    fileprivate static func phone(_ name: String, _ value: String) -> DeviceCommand {
        .set(name, value: value, bundleID: nil)
    }
}
