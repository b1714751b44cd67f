// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import ControlAPI

// The commands for actions of a person and of the system with apps.
extension DeviceCommands {
    struct Launch: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "launch",
            abstract: "Open the app from its icon.",
            discussion: "  bellhop device launch")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .app(.launch, bundleID: options.app) }
    }

    struct Quit: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "quit",
            abstract: "Force-quit the app, as in the app switcher.",
            discussion: "  bellhop device quit")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .app(.quit, bundleID: options.app) }
    }

    struct Install: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "install",
            abstract: "Install an app that has permission and device tokens.",
            discussion: "  bellhop device install com.example.app --name \"My App\"")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The app's bundle identifier.") var bundleID: String
        @Option(help: "The app's name on the Home Screen.") var name: String?
        func command() -> DeviceCommand { .install(bundleID: bundleID, name: name) }
    }

    struct Uninstall: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "uninstall",
            abstract: "Delete an app from the phone; its device tokens become invalid.",
            discussion: "  bellhop device uninstall com.example.app")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The app's bundle identifier.") var bundleID: String
        func command() -> DeviceCommand { .app(.uninstall, bundleID: bundleID) }
    }

    struct OpenClip: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "open-app-clip",
            abstract: "Open the App Clip from its card; it may then show notifications for some "
                + "hours (AUTH-9).",
            discussion: "  bellhop device open-app-clip --device Guest")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .app(.openAppClip, bundleID: options.app) }
    }

    struct OpenSettings: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "open-settings",
            abstract: "Open the app's own notification settings (LNK-5).",
            discussion: "  bellhop device open-settings")
        @OptionGroup var options: DeviceOptions
        @Argument(
            help: ArgumentHelp(
                "The identifier of the notification whose settings button is pressed. Default: "
                    + "the button in Settings."))
        var notification: String?
        func command() -> DeviceCommand {
            .app(.openSettings(notification: notification), bundleID: options.app)
        }
    }

    struct BackgroundRefresh: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "background-refresh",
            abstract: "Switch Background App Refresh on or off, or run a refresh now.",
            discussion: """
                  bellhop device background-refresh off          for the app
                  bellhop device background-refresh off --all    for the whole phone
                  bellhop device background-refresh run
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(
            help: """
                The new setting, on or off; or run, which runs a refresh now.
                """)
        var value: String
        @Flag(help: "Change the setting of the whole phone, not of one app.") var all = false
        func command() -> DeviceCommand {
            value == "run"
                ? .app(.runRefresh, bundleID: options.app)
                : .set(
                    all ? "background-refresh-all" : "background-refresh", value: value,
                    bundleID: options.app)
        }
    }

    struct RotateToken: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "rotate-token",
            abstract: "Have APNs replace the app's device tokens (REG-8).",
            discussion: "  bellhop device rotate-token")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .app(.rotateToken, bundleID: options.app) }
    }

    struct ExtensionFailureCommand: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "extension-fault",
            abstract: "Make the next run of the app's service extension fail.",
            discussion: """
                  bellhop device set service-extension changes
                  bellhop device extension-fault memory
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The failure: crash, memory, slow-start or hang.", transform: Self.failure)
        var failure: ExtensionFailure
        func command() -> DeviceCommand { .app(.failExtension(failure), bundleID: options.app) }

        private static func failure(_ word: String) throws -> ExtensionFailure {
            guard let failure = ExtensionFailure(rawValue: word) else {
                let names = ExtensionFailure.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "there is no such failure of the service extension; use one of \(names)")
            }
            return failure
        }
    }
}
