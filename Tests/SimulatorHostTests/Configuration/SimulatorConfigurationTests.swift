// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSService
import APNSSimulator
import APNSWire
import ControlAPI
import Foundation
import Simulation
import Testing

@testable import SimulatorHost

/// The reader and writer of `simulator.yaml`.
struct SimulatorConfigurationTests {
    private static let token = String(repeating: "0a", count: 32)

    private static let example = """
        host: 127.0.0.1
        ports: {sandbox: 0, production: 0, control: 9000}
        virtual_clock: true
        team_id: TEAM123456
        keys:
          - key_id: KEYOFTEAM1
            file: key.p8
          - key_id: KEYOFTEAM2
            team_id: OTHERTEAM1
            file: key.p8
            environment: sandbox
            topics: [com.example.a, com.example.b]
        apps:
          - bundle_id: com.example.a
          - {bundle_id: com.example.b, team_id: OTHERTEAM1, push: false, broadcast: false}
        devices:
          - id: alice
            app: com.example.a
            token: \(token)
          - id: bob
            app: com.example.a
            environment: production
            online: false
            saving_power: true
            state: unregistered
            since: 2026-01-31T09:00:00Z
        service:
          priority_rule: accept-any
          token_rate_limit: {count_max: 5, seconds: 60}
        limits: {log_entries: 100}
        connections: {idle_time: 0.5, connections: 10}
        faults:
          - {fault: status, status: 503, reason: ServiceUnavailable, count: 1}
        """

    private func read(_ text: String) throws(ConfigurationError) -> SimulatorConfiguration {
        let key = try? ProviderKey.generate(keyID: "KEYOFTEAM1", teamID: "TEAM123456")
        return try SimulatorConfiguration(yaml: text, file: "simulator.yaml") {
            path throws(NamedFileError) in
            guard path == "key.p8", let key else {
                throw NamedFileError("\(path): cannot read this file; check the path")
            }
            return key.p8Text
        }
    }

    @Test func `the values of a file are read`() throws {
        let read = try read(Self.example)
        #expect(read.host == "127.0.0.1" && read.isClockMovable == true)
        #expect(read.ports.sandbox == 0 && read.ports.control == 9000)
        #expect(read.ports.sandboxChannels == nil)
        #expect(read.keys.map(\.keyID) == ["KEYOFTEAM1", "KEYOFTEAM2"])
        #expect(read.keys.map(\.teamID) == ["TEAM123456", "OTHERTEAM1"])
        #expect(read.keys.map(\.environment) == [nil, .sandbox])
        #expect(read.keys[1].bundleIDs == ["com.example.a", "com.example.b"])
        #expect(read.keys[0].publicKeyPEM.contains("BEGIN PUBLIC KEY"))
        #expect(read.apps.map(\.teamID) == ["TEAM123456", "OTHERTEAM1"])
        #expect(read.apps.map(\.push) == [true, false])
        #expect(read.devices[0].token?.hex == Self.token)
        #expect(read.devices[0].isOnline && read.devices[0].end == nil)
        #expect(!read.devices[1].isOnline && read.devices[1].isSavingPower)
        #expect(read.devices[1].end?.reason == .unregistered)
        #expect(read.devices[1].end?.since == APIJSON.date("2026-01-31T09:00:00Z"))
        #expect(read.options["priority_rule"]?.stringValue == "accept-any")
        #expect(read.serviceLimits.logEntryCountMax == 100)
        #expect(read.connectionLimits.idleTime == .milliseconds(500))
        #expect(read.connectionLimits.connectionCountMax == 10)
        #expect(read.faults.first?.objectValue?["status"]?.intValue == 503)
    }

    @Test(arguments: ["", "# nothing", "---\n"])
    func `a file without values gives the default configuration`(text: String) throws {
        #expect(try read(text) == SimulatorConfiguration())
    }

    @Test func `the printed configuration reads back to the same values`() throws {
        let first = try read(Self.example)
        let second = try read(first.yaml)
        #expect(second.yaml == first.yaml)
        #expect(second.keys == first.keys && second.apps == first.apps)
        #expect(second.devices == first.devices && second.faults == first.faults)
        #expect(second.serviceLimits == first.serviceLimits)
        #expect(second.isClockMovable == true && second.ports.control == 9000)
        let plain = try read(SimulatorConfiguration().yaml)
        #expect(plain.yaml == SimulatorConfiguration().yaml)
    }

    @Test(arguments: [
        ("hosts: x", "1:1: hosts: there is no such key; did you mean host?"),
        ("ports:\n  sandbx: 1", "2:3: ports.sandbx: there is no such key; did you mean sandbox?"),
        (
            "ports: {sandbox: 70000}",
            "1:18: ports.sandbox: this is \"70000\"; write a number from 0"
        ),
        ("ports: 1", "1:8: ports: this is \"1\"; write keys and values"),
        ("virtual_clock: yes", "1:16: virtual_clock: this is \"yes\"; write true or false"),
        ("team_id: abc", "1:10: team_id: this is \"abc\"; write ten capital letters"),
        ("keys: {}", "1:7: keys: this is a group of keys; write a list"),
        ("keys:\n  - key_id: A", "2:5: keys[0]: a key has either file or public_key"),
        (
            "keys:\n  - {key_id: KEYOFTEAM1, file: none.p8}",
            "keys[0].file: none.p8: cannot read this file"
        ),
        ("keys:\n  - {key_id: abc, file: key.p8}", "keys[0].key_id: \"abc\" is not a key ID"),
        (
            "keys:\n  - {key_id: KEYOFTEAM1, public_key: abc}",
            "keys[0].public_key: the file does not contain"
        ),
        (
            "keys:\n  - {key_id: KEYOFTEAM1, file: key.p8, environment: sandbx}",
            "did you mean sandbox?"
        ),
        (
            "keys:\n  - {key_id: KEYOFTEAM1, file: key.p8}\n  - {key_id: KEYOFTEAM1, file: key.p8}",
            "keys[1]: the key KEYOFTEAM1 occurs twice"
        ),
        ("authorities: [key.p8]", "authorities[0]: this is not a certificate"),
        ("apps:\n  - bundle_id: no app", "apps[0].bundle_id: this is \"no app\"; write a bundle"),
        ("apps:\n  - team_id: TEAM123456", "apps[0].bundle_id: this key is missing"),
        ("devices:\n  - {id: a, app: com.a, token: xyz}", "devices[0].token: this is \"xyz\""),
        ("devices:\n  - {id: a, app: com.a, state: gone}", "devices[0].state: this is \"gone\""),
        ("devices:\n  - {id: a, app: com.a, state: expired}", "requires the key since"),
        (
            "devices:\n  - {id: a, app: com.a, since: 2026-01-31T09:00:00Z}",
            "devices[0].since: this key is valid only for an unregistered"
        ),
        (
            "service: {silense: never}",
            "service.silense: there is no such key; did you mean silence"
        ),
        ("service: {silence: loud}", "service.silence: this is \"loud\"; this value is not valid"),
        ("limits: {log_entries: 0}", "limits.log_entries: this is \"0\"; write a number from 1"),
        ("connections: {idle_time: soon}", "connections.idle_time: this is \"soon\""),
        ("faults: [503]", "faults[0]: a fault requires the key fault"),
        ("a: [", "the file is not YAML"), ("\tx: 1", "the file is not YAML"),
        ("host: a\nhost: b", "2:1: host: this key occurs twice"),
        ("host: *a", "the file is not YAML"), ("- 1", "1:1: this is a list; write keys and values"),
    ])
    func `an error states the file, the place and the mistake`(text: String, part: String) {
        let error = #expect(throws: ConfigurationError.self) { try read(text) }
        let description = error?.description ?? ""
        #expect(description.hasPrefix("simulator.yaml:"), "\(description)")
        #expect(description.contains(part), "\(description)")
        #expect(!description.contains("\n"))
    }

    @Test func `every option of the service has a configuration key`() {
        #expect(Set(ConfigurationKeys.options.map(\.name)) == Set(ServiceOptions.names))
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func `a damaged file is either read or rejected with the position of the error`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var bytes = Array(Self.example.utf8)
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
            let index = Int.random(in: bytes.indices, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: index)
            case 2:
                bytes.insert(
                    "{}[]:-#&*!|>'\"%@`\n ".utf8.randomElement(using: &generator) ?? 0, at: index)
            default: bytes.swapAt(index, Int.random(in: bytes.indices, using: &generator))
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        do throws(ConfigurationError) {
            let read = try read(text)
            // The configuration is printed as a file that can be read again.
            let again = try self.read(read.yaml)
            #expect(again.yaml == read.yaml)
        } catch {
            let lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count
            #expect(1...lineCount ~= error.line && error.column >= 0)
            #expect(!error.problem.isEmpty && !error.description.contains("\n"))
        }
    }
}
