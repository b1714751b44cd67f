// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import CommandSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The root command of `bellhop`.
@main
struct BellhopCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bellhop",
        abstract: "Push notifications for Apple platforms: send, check, simulate, explain.",
        discussion: """
            Start everything on this machine and look at the phone in your browser:
              bellhop up

            Send one payload to the phone of a running `bellhop up`, or to Apple:
              bellhop push Examples/payloads/message.apns
              bellhop push hello.apns --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG \\
                --team-id TEAM123456 --to sandbox --device 740f47…

            Let your shell complete commands, options and their values, here for zsh
            (docs/command-line.md describes where bash, fish and zsh search for the file):
              bellhop --generate-completion-script zsh >~/.zfunc/_bellhop

            Exit status: 0 success; 1 a negative result; 64 wrong usage; 65 unusable input; \
            66 unreadable file; 69 no server could be reached, and nothing was processed; 73 \
            a port or the state directory cannot be used; 76 no response arrived, and the \
            request may have been processed.
            """,
        version: ToolVersion.detailed,
        subcommands: [
            UpCommand.self, PushCommand.self, LoadCommand.self, LintCommand.self,
            ExplainCommand.self,
            DoctorCommand.self, SimulatorCommand.self, ServeCommand.self, FleetCommands.self,
            DeviceCommands.self, SimctlCommands.self, ChannelCommands.self, NewCommand.self,
            TokenCommands.self, CertificateCommands.self, KeygenCommand.self, SealCommand.self,
            OpenCommand.self, KeyCommands.self, AppCommands.self, AttributeCommands.self,
            SendCommand.self, CampaignCommands.self, SeriesCommands.self, TriggerCommands.self,
            EventCommands.self,
            SegmentCommands.self, UserCommands.self, TopicCommands.self, TemplateCommands.self,
            MessageCommands.self, ReportCommands.self, WebhookCommands.self, AuditCommands.self,
            InstallationCommands.self, CredentialCommands.self, BackupCommand.self,
            RestoreCommand.self,
            MigrateCommand.self,
            InitCommand.self, ReferenceCommand.self,
        ])

    static func main() async { await CommandRun.main(Self.self) }
}

/// The option for the state directory, which all commands with servers or clients share.
struct StateOptions: ParsableArguments {
    @Option(
        name: .customLong("state-dir"),
        help: ArgumentHelp(
            "The directory where servers store their state and clients find the servers.",
            discussion: "Default: .bellhop; environment: BELLHOP_STATE_DIR",
            valueName: "dir"), completion: .directory)
    var path: String?

    /// The directory that the option or the environment names; `nil` for the default.
    var given: String? {
        path ?? Setting.stateDirectory.text(in: ProcessInfo.processInfo.environment)
    }

    var directory: StateDirectory { StateDirectory(given) }
}
