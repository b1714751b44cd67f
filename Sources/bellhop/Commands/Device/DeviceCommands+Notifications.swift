// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import CommandSupport
import ControlAPI
import DeviceModel

// The commands for a person's actions with notifications and prompts.
extension DeviceCommands {
    struct Tap: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "tap",
            abstract: "Tap a notification.",
            discussion:
                "  bellhop device tap                the newest\n  bellhop device tap order-1234")
        @OptionGroup var options: DeviceOptions
        @Argument(help: NotificationArgument.help) var notification: String?
        func command() -> DeviceCommand { options.command(.tap, on: notification) }
    }

    struct Dismiss: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "dismiss",
            abstract: "Clear a notification.",
            discussion: """
                  bellhop device dismiss             the newest
                  bellhop device dismiss order-1234
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: NotificationArgument.help) var notification: String?
        func command() -> DeviceCommand { options.command(.dismiss, on: notification) }
    }

    struct Press: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "action", abstract: "Press a button of a notification.",
            discussion: """
                  bellhop device action order-1234 TRACK
                  bellhop device action chat-7 REPLY --text "On my way"
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The notification's identifier: its collapse identifier or its apns-id.")
        var notification: String
        @Argument(help: "The button's identifier, as the app registered it.") var button: String
        @Option(help: "The text to enter, if the button has a text field.") var text: String?
        func command() -> DeviceCommand {
            options.command(.choose(button: button, text: text), on: notification)
        }
    }

    struct Reply: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "reply",
            abstract: "Reply to a notification with a text.",
            discussion: "  bellhop device reply \"On my way\"")
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The text of the reply.") var text: String
        @Argument(help: NotificationArgument.help) var notification: String?
        func command() -> DeviceCommand {
            options.command(.choose(button: nil, text: text), on: notification)
        }
    }

    struct Expand: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "expand",
            abstract: "Long-press a notification, which expands it and shows its buttons (NCE-1).",
            discussion: "  bellhop device expand")
        @OptionGroup var options: DeviceOptions
        @Argument(help: NotificationArgument.help) var notification: String?
        func command() -> DeviceCommand { options.command(.expand, on: notification) }
    }

    struct Collapse: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "collapse",
            abstract: "Close the expanded notification.",
            discussion: "  bellhop device collapse")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .collapse }
    }

    struct Flick: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "flick",
            abstract: "Swipe the banner away; the notification stays in Notification Center.",
            discussion: "  bellhop device flick")
        @OptionGroup var options: DeviceOptions
        func command() -> DeviceCommand { .flick }
    }

    struct Clear: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "clear",
            abstract: "Clear all notifications of an app, or one of its stacks (ACT-8).",
            discussion: "  bellhop device clear --thread chat-alex")
        @OptionGroup var options: DeviceOptions
        @Option(help: "The stack's thread identifier.") var thread: String?
        func command() -> DeviceCommand {
            .app(.clear(thread: thread), bundleID: options.app)
        }
    }

    struct Ask: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "ask",
            abstract: "Have the app request permission, as its code would.",
            discussion: """
                  bellhop device set permission not-determined
                  bellhop device ask
                  bellhop device ask alert,sound,provisional
                """)
        @OptionGroup var options: DeviceOptions
        @Argument(help: "The requested options. Default: alert,sound,badge.") var wanted: String?
        func command() throws -> DeviceCommand {
            .app(.ask(try wanted.map(Self.options) ?? .interactions), bundleID: options.app)
        }

        private static func options(_ list: String) throws -> AuthorizationOptions {
            guard let options = AuthorizationOptions(list: list) else {
                throw CommandFailure(
                    .usage,
                    "an app cannot request \"\(list.printable)\"; use one or more of "
                        + AuthorizationOptions.allNames.joined(separator: ","))
            }
            return options
        }
    }

    struct Prompts: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "prompt", abstract: "Print the prompt on the screen.",
            discussion: "  bellhop device prompt && bellhop device answer allow")
        @OptionGroup var options: DeviceOptions

        func run() async throws {
            try await reportingFailures {
                let device = try await callingSimulator {
                    try await options.client.device(options.device)
                }
                guard !device.prompts.isEmpty || options.format == .json else {
                    throw CommandFailure(
                        .no, "no prompt is on the screen of \(device.name.printable)")
                }
                try options.print(device.prompts) {
                    device.prompts.map(DeviceText.prompt).joined(separator: "\n")
                }
            }
        }
    }

    struct Answer: DeviceActionCommand {
        static let configuration = CommandConfiguration(
            commandName: "answer",
            abstract:
                "Respond to the prompt on the screen, or keep or turn off provisional "
                + "notifications.",
            discussion: """
                  bellhop device answer allow
                  bellhop device answer keep order-1234
                  bellhop device answer keep --in-summary
                  bellhop device answer turn-off
                """)
        /// The person's possible choices in a prompt, or for a provisional notification.
        enum Word: String, ExpressibleByArgument, CaseIterable {
            case allow
            case dontAllow = "dont-allow"
            case keep
            case turnOff = "turn-off"
        }

        @OptionGroup var options: DeviceOptions
        @Argument(
            help: """
                The response: allow or dont-allow for a prompt; keep or turn-off for a provisional \
                notification.
                """)
        var answer: Word
        @Argument(
            help: """
                The identifier of the notification to act on, for the responses keep and turn-off. \
                Default: the newest.
                """)
        var notification: String?
        @Flag(
            help: """
                For the response keep: deliver the app's notifications in the scheduled summary \
                from now on.
                """)
        var inSummary = false

        func command() -> DeviceCommand {
            switch answer {
            case .allow: .answer(.allow)
            case .dontAllow: .answer(.dontAllow)
            case .keep:
                options.command(
                    .keep(inSummary ? .scheduledSummary : .immediately), on: notification)
            case .turnOff: options.command(.turnOff, on: notification)
            }
        }
    }
}

private enum NotificationArgument {
    static let help: ArgumentHelp = """
        The notification's collapse identifier, request identifier or apns-id. Default: the newest.
        """
}
