// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import ArgumentParser
import BellhopGateway
import CommandSupport
import Testing

@testable import bellhop

/// Where the value of a setting comes from.
@Suite(.timeLimit(.minutes(30)))
struct SettingsReaderTests {
    private static func read(
        _ flags: [GivenFlag] = [], _ environment: [String: String] = [:], file: String? = nil
    ) throws(SettingError) -> Settings {
        guard let file else {
            return try SettingsReader(flags: flags, environment: environment, file: nil).settings()
        }
        let parsed = try SettingsFile(path: "dir/bellhop.yaml", text: file, isNamed: true)
        return try SettingsReader(flags: flags, environment: environment, file: parsed).settings()
    }

    @Test(arguments: [false, true], [false, true])
    func `the order of precedence is flag, environment, file, default`(
        hasFlag: Bool, hasVariable: Bool
    ) throws {
        for hasFile in [false, true] {
            let settings = try Self.read(
                hasFlag ? [GivenFlag(.port, ["1"])] : [],
                hasVariable ? ["BELLHOP_PORT": "2"] : [:], file: hasFile ? "\nport: 3\n" : nil)
            let expected: (Int, SettingOrigin) =
                hasFlag
                ? (1, .flag("--port"))
                : hasVariable
                    ? (2, .environment("BELLHOP_PORT"))
                    : hasFile ? (3, .file("dir/bellhop.yaml", line: 2)) : (8080, .standard)
            #expect(settings.number(.port) == expected.0)
            #expect(settings[.port].origin == expected.1)
        }
    }

    @Test func `every setting can be given in each of its sources`() throws {
        for setting in Setting.all {
            let text =
                switch setting.kind {
                case .number(let range, _): "\(range.upperBound)"
                case .port: "2443"
                case .share: "0.25"
                case .yesNo: "true"
                case .word(let words): words.first ?? ""
                case .databaseAddress: "postgres://db/x"
                case .text, .path, .texts, .masterKeys, .secret: "/a"
                }
            let value = try setting.kind.value(of: [text])
            if setting.sources.contains(.environment) {
                let settings = try Self.read([], [setting.variable: text])
                #expect(settings[setting].value == value, "\(setting.key)")
                #expect(settings[setting].origin == .environment(setting.variable))
            }
            if setting.sources.contains(.file) {
                let list = setting.kind == .texts ? "[\(text)]" : text
                let settings = try Self.read(file: "\(setting.key): \(list)")
                #expect(settings[setting].value == value, "\(setting.key)")
                #expect(settings[setting].origin.rank == 1)
            }
            if setting.sources.contains(.flag), setting.kind != .yesNo {
                let options = try ServeOptions.parse([setting.flag, text])
                let settings = try Self.read(options.given)
                #expect(settings[setting].value == value, "\(setting.key)")
                #expect(settings[setting].origin == .flag(setting.flag))
            }
        }
    }

    @Test func `a flag can switch off what the file switches on`() throws {
        let file = "simulator: true"
        #expect(try Self.read(file: file).isTrue(.simulator))
        let off = try Self.read(try ServeOptions.parse(["--no-simulator"]).given, file: file)
        #expect(!off.isTrue(.simulator))
        #expect(off[.simulator].origin.description == "flag --no-simulator")
        let on = try Self.read(try ServeOptions.parse(["--simulator"]).given)
        #expect(on.isTrue(.simulator))
    }

    @Test func `a list replaces a list of lower precedence`() throws {
        let file = "host_names:\n  - a.example\n  - b.example\n"
        #expect(try Self.read(file: file).texts(.hostNames) == ["a.example", "b.example"])
        let variables = ["BELLHOP_HOST_NAMES": "c.example, d.example"]
        let settings = try Self.read([], variables, file: file)
        #expect(settings.texts(.hostNames) == ["c.example", "d.example"])
        let flags = try ServeOptions.parse(["--host-name", "e.example", "--host-name", "f.example"])
        let given = try Self.read(flags.given, variables, file: file)
        #expect(given.texts(.hostNames) == ["e.example", "f.example"])
    }

    @Test func `a trace share on the command line requires a traces setting`() throws {
        let share = try ServeOptions.parse(["--trace-share", "0.5"]).given
        let failure = #expect(throws: CommandFailure.self) {
            try Self.read(share).checkTraces()
        }
        #expect(failure.map { "\($0)".contains("--traces") } == true)
        let both = try Self.read(share, ["BELLHOP_TRACES": "t"])
        try both.checkTraces()
        #expect(both.share(.traceShare) == 0.5)
        try Self.read(file: "trace_share: 0.5").checkTraces()
        try Self.read().checkTraces()
    }

    @Test func `an empty variable counts as absent, and unknown variables are ignored`() throws {
        let settings = try Self.read([], ["BELLHOP_PORT": "", "BELLHOP_OTHER": "x", "PORT": "1"])
        #expect(settings.number(.port) == 8080)
        #expect(settings[.port].origin == .standard)
    }

    @Test func `an error names the variable or the flag`() {
        let variable = #expect(throws: SettingError.self) {
            try Self.read([], ["BELLHOP_PORT": "http"])
        }
        #expect(
            variable?.description
                == "BELLHOP_PORT: this is \"http\"; write a number from 0 to 65535")
        #expect(variable?.isUsage == false)
        let flag = #expect(throws: SettingError.self) {
            try Self.read([GivenFlag(.lease, ["4"])])
        }
        #expect(flag?.description.hasPrefix("--lease: ") == true)
        #expect(flag?.isUsage == true)
    }

    @Test(arguments: [
        ("port: 80\nprot: 81\n", "dir/bellhop.yaml:2:1: prot: there is no such key; did you mean"),
        ("# a\nport: 70000\n", "dir/bellhop.yaml:2:7: port: this is \"70000\"; write a number"),
        ("port: [80]\n", "dir/bellhop.yaml:1:7: port: this is a list"),
        ("host_names: a.example\n", "dir/bellhop.yaml:1:13: host_names: "),
        ("port: 80\nport: 81\n", "dir/bellhop.yaml:2:1: port: this key occurs twice"),
        ("port: 80\n  lease: [\n", "dir/bellhop.yaml:"),
        ("- port\n", "dir/bellhop.yaml:1:1: this is a list; write keys and values"),
        ("master_key: x\n", "dir/bellhop.yaml:1:1: master_key: there is no such key"),
        ("config: x\n", "dir/bellhop.yaml:1:1: config: there is no such key"),
        ("simulator: yes\n", "dir/bellhop.yaml:1:12: simulator: this is \"yes\""),
        ("log_level:\n", "dir/bellhop.yaml:1:"),
    ])
    func `an error in the file is reported with file, line and column`(text: String, phrase: String)
    {
        let error = #expect(throws: SettingError.self) {
            // The file is checked even if nothing in it is used.
            try Self.read([GivenFlag(.port, ["1"])], file: text)
        }
        #expect(error?.description.hasPrefix(phrase) == true, "\(String(describing: error))")
        #expect(error?.isUsage == false)
    }

    @Test func `an empty file is a file without settings`() throws {
        for text in ["", "# nothing\n", "---\n"] {
            #expect(try Self.read(file: text).number(.port) == 8080)
        }
    }

    @Test func `paths in the file are relative to its directory, others to the working directory`()
        throws
    {
        let settings = try Self.read(
            [], ["BELLHOP_STATE_DIR": "state"], file: "master_key_file: keys/m\nstate_dir: x\n")
        #expect(settings.text(.masterKeyFile) == "dir/keys/m")
        #expect(settings.text(.stateDirectory) == "state")
        let absolute = try Self.read(file: "master_key_file: /etc/m\nstate_dir: x\n")
        #expect(absolute.text(.masterKeyFile) == "/etc/m")
        #expect(absolute.text(.stateDirectory) == "dir/x")
    }

    @Test func `the file in the state directory cannot name another state directory`() {
        let error = #expect(throws: SettingError.self) {
            try SettingsFile(path: ".bellhop/bellhop.yaml", text: "state_dir: x", isNamed: false)
        }
        #expect(error?.description.contains(":1:12: state_dir: ") == true)
        #expect(error?.description.contains("--config") == true)
    }

    @Test func `a key file is not used if the key itself has a source of higher precedence`() throws
    {
        let file = "master_key_file: /file"
        #expect(try Self.read(file: file).masterKeyPath == "/file")
        let key = ["BELLHOP_MASTER_KEY": "x"]
        #expect(try Self.read([], key, file: file).masterKeyPath == nil)
        #expect(try Self.read([], key).masterKeyPath == nil)
        let both = key.merging(["BELLHOP_MASTER_KEY_FILE": "/variable"]) { $1 }
        #expect(try Self.read([], both, file: file).masterKeyPath == "/variable")
        let flag = [GivenFlag(.masterKeyFile, ["/flag"])]
        #expect(try Self.read(flag, both, file: file).masterKeyPath == "/flag")
    }

    @Test func `settings apply to the gateway, and a message's lease exceeds the deadline of APNs`()
        throws
    {
        var configuration = Gateway.Configuration(database: "x")
        try Self.read(file: "lease: 5\nmessages_in_flight: 99\nmessage_retention: 31\n")
            .set(&configuration)
        #expect(configuration.lease == .seconds(5))
        #expect(configuration.worker.lease == .seconds(20))
        #expect(configuration.worker.inFlightMax == 99)
        #expect(configuration.worker.retention.messageSeconds == 31 * 86_400)
        var standard = Gateway.Configuration(database: "x")
        try Self.read().set(&standard)
        #expect(standard.worker == Gateway.Configuration(database: "x").worker)
        #expect(standard.lease == Gateway.Configuration(database: "x").lease)
    }

    @Test(arguments: [16, 100, 1_024, 4_096, 16_384])
    func `the number of file descriptors limits the number of connections`(descriptors: Int) throws
    {
        let standard = try Self.read().limits(descriptorCount: descriptors)
        #expect(standard == HTTPLimits(descriptorCount: descriptors))
        let chosen = try Self.read(file: "connections: 4000\nconnections_per_address: 4000\n")
            .limits(descriptorCount: descriptors)
        #expect(chosen.connectionsMax == min(4_000, max(16, descriptors / 4)))
        #expect(chosen.connectionsPerAddressMax == chosen.connectionsMax)
    }
}
