// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// `--help` of all commands, suggestions, completion scripts and the version.
@Suite(.timeLimit(.minutes(30)))
struct HelpTests {
    private static let commands: [[String]] = [
        "", "up", "push", "load", "lint", "explain", "doctor", "apns", "apns log", "apns wait",
        "apns assert", "apns reset", "apns fault", "apns fault add", "apns fault list",
        "apns fault remove", "apns diff", "apns replay", "apns compare", "serve", "fleet",
        "fleet create", "device", "device list", "device create", "device show", "device trace",
        "device set", "device remove", "device save", "device restore", "device lock",
        "device unlock", "device network", "device mute", "device low-power", "device focus",
        "device summary", "device previews", "device move", "device time-zone", "device language",
        "device reboot", "device restore-backup", "device launch", "device quit", "device install",
        "device uninstall", "device open-app-clip", "device open-settings",
        "device background-refresh", "device rotate-token", "device extension-fault", "device ask",
        "device prompt", "device answer", "device tap", "device action", "device reply",
        "device expand", "device collapse", "device flick", "device dismiss", "device clear",
        "device activity", "device activity list", "device activity tap", "device activity remove",
        "device activity collapse", "device activity rotate-token", "simctl", "simctl push",
        "simctl list", "channel", "channel create", "channel list", "channel show",
        "channel delete", "new", "token", "token mint", "token inspect", "cert", "cert inspect",
        "keygen", "seal", "open", "key", "key create", "key list", "key revoke", "app", "app list",
        "app show", "app create", "app apns", "app fcm", "app web-push", "attribute",
        "attribute create", "attribute list", "send", "campaign", "campaign start",
        "campaign preview", "campaign draft", "campaign schedule", "campaign delete",
        "campaign approve", "campaign refuse", "campaign policy", "campaign list", "campaign show",
        "campaign deliveries", "campaign pause", "campaign resume", "campaign cancel", "series",
        "series create", "series list", "series show", "series stop", "series delete", "trigger",
        "trigger create", "trigger list", "trigger show", "trigger delete", "event", "event send",
        "segment", "segment count", "segment create", "segment list", "segment show",
        "segment delete", "user", "user show", "user export", "user alias", "user merge",
        "user erase", "topic", "topic create", "topic list", "topic delete", "topic subscribe",
        "topic unsubscribe", "topic history", "template", "template list", "template show",
        "template versions", "template put", "template preview", "template delete",
        "template urgency", "messages", "messages list", "messages deliveries", "report",
        "report campaign", "report dead-tokens", "report permission", "report shadow", "webhook",
        "webhook create", "webhook list", "webhook show", "webhook test", "webhook replay",
        "webhook enable", "webhook disable", "webhook rotate", "webhook delete", "audit",
        "audit list", "audit verify", "installations", "installations import",
        "installations export", "installations history", "credential", "credential new-key",
        "credential reseal", "backup", "restore", "migrate", "init",
    ].map { $0.split(separator: " ").map(String.init) }

    @Test func `the list of these tests has all commands`() async throws {
        let dump = try await BellhopTool.run(["--experimental-dump-help"])
        let root = try #require(try JSONValue(parsing: dump.output)["command"])
        func paths(of command: JSONValue, _ path: [String]) throws -> [[String]] {
            let shown = (command["subcommands"]?.arrayValue ?? []).filter {
                $0["shouldDisplay"] == true && $0["commandName"] != "help"
            }
            return [path]
                + (try shown.flatMap { try paths(of: $0, path + [try $0.text("commandName")]) })
        }
        let all = try paths(of: root, [])
        #expect(all.count > 100)
        #expect(Set(all) == Set(Self.commands))
    }

    @Test(arguments: commands)
    func `the help of a command has an example`(command: [String]) async throws {
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
