// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// Servers that cannot start, and commands without a running server: each reports one line.
@Suite(.timeLimit(.minutes(30)))
struct StartFailureTests {
    private func start(_ command: BellhopProcess.Command, _ arguments: [String]) async throws
        -> Program.Result
    {
        let result = try await BellhopTool.run(
            [command.rawValue] + command.portFlags + arguments)
        #expect(result.status == 73, "\(result)")
        #expect(result.isOneLineError, "\(result)")
        return result
    }

    @Test func `a port in use is named, with the flag that chooses another`() async throws {
        try await BellhopProcess.with(.up) { up in
            let gateway = try #require(try up.gatewayURL().split(separator: ":").last)
            let address = try up.simulatorAddress()
            let control = try #require(try address.text("control").split(separator: ":").last)
            let ports = try [
                up.port(of: "sandbox"), up.port(of: "production"), up.port(of: "sandbox_channels"),
            ]
            let cases = [
                ("--port", String(gateway)), ("--control-port", String(control)),
                ("--sandbox-port", String(ports[0])), ("--production-port", String(ports[1])),
                ("--sandbox-channel-port", String(ports[2])),
            ]
            for (flag, port) in cases {
                try await TemporaryFolder.with { state in
                    let result = try await start(.up, ["--state-dir", state.path, flag, port])
                    #expect(result.errors.contains("port \(port)"), "\(flag): \(result)")
                    #expect(result.errors.contains("the port is in use"), "\(flag): \(result)")
                }
            }
        }
    }

    @Test func `a second server with the same state directory is refused`() async throws {
        try await BellhopProcess.with(.up) { up in
            for command in [BellhopProcess.Command.up, .apns, .serve] {
                let result = try await start(command, ["--state-dir", up.state.path])
                #expect(
                    result.errors.contains("already running with this state directory"), "\(result)"
                )
            }
        }
    }

    @Test func `a state directory that is a file or cannot be created is refused`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write("", to: "file")
            for path in ["/nowhere/at/all", file, "/proc/bellhop"] {
                let result = try await start(.up, ["--state-dir", path])
                #expect(result.errors.contains(path), "\(result)")
                #expect(result.errors.contains("--state-dir"), "\(result)")
            }
        }
    }

    @Test func `a state directory that every user can change is refused with the fix`() async throws
    {
        try await TemporaryFolder.with { folder in
            try FileManager.default.setAttributes(
                [.posixPermissions: 0o777], ofItemAtPath: folder.path)
            for command in [BellhopProcess.Command.up, .apns, .serve] {
                let result = try await start(command, ["--state-dir", folder.path])
                #expect(result.errors.contains("chmod 700 \(folder.path)"), "\(result)")
            }
            let pushed = try await BellhopTool.run(
                ["push", BellhopTool.example("message"), "--state-dir", folder.path])
            #expect(pushed.status == 73, "\(pushed)")
        }
    }

    @Test func `a server's files have mode 0600, even if their temporary files existed before`()
        async throws
    {
        try await TemporaryFolder.with { folder in
            for name in ["development-key.new", "simulator-key.p8.new", "ca-key.pem.new"] {
                try folder.write("", to: name)
                try FileManager.default.setAttributes(
                    [.posixPermissions: 0o644], ofItemAtPath: folder.path(name))
            }
            try await BellhopProcess.with(.up, in: folder) { _ in
                let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
                #expect(names.contains("development-key"))
                for name in names where !name.hasSuffix(".new") {
                    let attributes = try FileManager.default.attributesOfItem(
                        atPath: folder.path(name))
                    #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
                }
            }
        }
    }

    #if os(Linux)
    @Test func `a server that holds keys leaves no core dump`() async throws {
        try await BellhopProcess.with(.apns) { apns in
            let process = try #require(try apns.simulatorAddress()["process_id"]?.intValue)
            let limits = try String(
                contentsOfFile: "/proc/\(process)/limits", encoding: .utf8)
            let line = try #require(
                limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") })
            #expect(line.split(separator: " ").dropFirst(4).first == "0")
            let filter = try String(
                contentsOfFile: "/proc/\(process)/coredump_filter", encoding: .utf8)
            #expect(filter.allSatisfy { $0 == "0" || $0.isNewline })
        }
    }
    #endif

    @Test func `the error for a damaged database names its file`() async throws {
        try await TemporaryFolder.with { state in
            try state.write("garbage", to: "gateway.sqlite")
            let result = try await start(.serve, ["--state-dir", state.path])
            #expect(result.errors.contains("gateway.sqlite"), "\(result)")
        }
    }

    @Test(arguments: ["garbage", #"{"devices":[{"id":"x"}],"service":""}"#])
    func `an unreadable file of phones is set aside, and a new phone is created`(
        text: String
    ) async throws {
        try await TemporaryFolder.with { state in
            try state.write(text, to: "simulator.json")
            try await BellhopProcess.with(.apns, in: state) { apns in
                let phone = try await apns.control().phone()
                #expect(phone["name"]?.stringValue == "Alex's iPhone")
                let backup = try state.read("simulator.json.bak")
                #expect(backup == text)
                let phrase = await apns.errors.text
                #expect(phrase.contains("simulator.json.bak"), "\(phrase)")
            }
        }
    }

    @Test(arguments: ["apns", "serve", "up"])
    func `a host that is not this machine is refused`(command: String) async throws {
        let command = try #require(BellhopProcess.Command(rawValue: command))
        try await TemporaryFolder.with { state in
            for host in ["192.0.2.1", "nowhere.invalid"] {
                let result = try await start(
                    command, ["--state-dir", state.path, "--host", host])
                #expect(result.errors.contains(host), "\(result)")
            }
        }
    }

    @Test func `if no simulator is running, serve says how to start one`() async throws {
        try await TemporaryFolder.with { state in
            let result = try await BellhopTool.run(
                ["serve", "--simulator", "--port", "0", "--state-dir", state.path])
            #expect(result.status == 69)
            #expect(result.isOneLineError, "\(result)")
            #expect(result.errors.contains("bellhop up"))
        }
    }

    @Test func `a command without a running gateway says how to start or to name one`()
        async throws
    {
        try await TemporaryFolder.with { state in
            let result = try await BellhopTool.run(
                ["user", "show", "alex", "--state-dir", state.path])
            #expect(result.status == 69)
            #expect(result.isOneLineError, "\(result)")
            #expect(result.errors.contains("with --state-dir"), "\(result)")
            #expect(result.errors.contains("bellhop serve"), "\(result)")
        }
    }
}
