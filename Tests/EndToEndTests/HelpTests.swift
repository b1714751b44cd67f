// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Testing

/// `--help` of every command.
@Suite(.timeLimit(.minutes(30)))
struct HelpTests {
    private static let commands: [[String]] = [
        [], ["up"], ["apns"], ["serve"], ["push"], ["load"], ["lint"], ["explain"], ["doctor"],
        ["send"], ["keygen"], ["cert"], ["cert", "inspect"],
        ["seal"], ["open"],
        ["token"],
        ["token", "mint"],
        ["token", "inspect"], ["device"], ["device", "list"], ["device", "create"],
        ["device", "show"], ["device", "set"], ["device", "launch"], ["device", "quit"],
        ["device", "tap"], ["device", "dismiss"], ["device", "lock"], ["device", "unlock"],
        ["device", "install"], ["device", "uninstall"], ["device", "remove"], ["device", "save"],
        ["device", "restore"], ["device", "trace"], ["device", "network"], ["device", "mute"],
        ["device", "low-power"], ["device", "focus"], ["device", "summary"],
        ["device", "previews"], ["device", "move"], ["device", "time-zone"],
        ["device", "language"], ["device", "reboot"], ["device", "restore-backup"],
        ["device", "open-app-clip"], ["device", "open-settings"],
        ["device", "background-refresh"], ["device", "rotate-token"],
        ["device", "extension-fault"], ["device", "ask"], ["device", "prompt"],
        ["device", "answer"], ["device", "action"], ["device", "reply"], ["device", "expand"],
        ["device", "collapse"], ["device", "flick"], ["device", "clear"], ["device", "activity"],
        ["device", "activity", "list"], ["device", "activity", "tap"],
        ["device", "activity", "remove"], ["device", "activity", "collapse"],
        ["device", "activity", "rotate-token"], ["simctl"], ["simctl", "push"],
        ["simctl", "list"], ["new"],
        ["app"], ["app", "list"], ["app", "show"], ["app", "create"], ["app", "apns"],
        ["app", "fcm"], ["app", "web-push"],
        ["attribute"], ["attribute", "create"], ["attribute", "list"],
        ["template"], ["template", "list"], ["template", "show"], ["template", "versions"],
        ["template", "put"], ["template", "preview"], ["template", "delete"],
        ["template", "urgency"],
        ["channel"], ["channel", "create"],
        ["channel", "list"], ["channel", "show"], ["channel", "delete"],
    ]

    @Test(arguments: commands)
    func `help of a command has an example`(command: [String]) async throws {
        let help = try await BellhopTool.run(command + ["--help"])
        #expect(help.status == 0)
        #expect(help.errors.isEmpty)
        let name = (["bellhop"] + command).joined(separator: " ")
        #expect(help.output.contains("USAGE: \(name)"))
        let lines = help.output.split(separator: "\n").map(String.init)
        #expect(
            lines.contains { $0.hasPrefix("  ") && $0.contains(name) && !$0.hasPrefix("USAGE") },
            "\(help.output)")
    }

    @Test(arguments: commands.filter { $0.count == 1 })
    func `a command is in the overview`(command: [String]) async throws {
        let help = try await BellhopTool.run(["--help"])
        #expect(help.output.contains("\n  \(command[0]) "))
    }

    @Test(arguments: [
        (
            ["lnt", "x"],
            "there is no command \"lnt\"; did you mean lint? Otherwise see: bellhop --help"
        ),
        (["devices"], "did you mean device?"),
        (["device", "lst"], "did you mean list? Otherwise see: bellhop device --help"),
        (["quux"], "there is no command \"quux\"; see: bellhop --help"),
        (["lint", "x.apns", "--format", "sarfi"], "Did you mean 'sarif'?"),
        (["explain", "--symptom", "nothing"], "did you mean nothing-arrives?"),
        (["explain", "x.apns", "--state", "suspend"], "did you mean suspended?"),
    ])
    func `an unknown command or value gets a suggestion`(
        arguments: [String], phrase: String
    ) async throws {
        let run = try await BellhopTool.run(arguments)
        #expect(run.status == 64, "\(run)")
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(phrase), "\(run.errors)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `there is a completion script for each shell`(shell: String) async throws {
        let script = try await BellhopTool.run(["--generate-completion-script", shell])
        #expect(script.status == 0)
        #expect(script.output.contains("bellhop") && script.output.contains("lint"))
    }

    @Test func `the version is printed`() async throws {
        let version = try await BellhopTool.run(["--version"])
        #expect(version.status == 0)
        #expect(version.output.firstMatch(of: /^\d+\.\d+\.\d+\n$/) != nil)
    }
}
