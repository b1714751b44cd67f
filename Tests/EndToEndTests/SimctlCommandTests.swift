// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

extension RunningUp.Phones {
    /// `bellhop simctl push`.
    struct SimctlCommand {
        private static let app = "dev.bellhop.demo"
        private static let hello = #"{"aps":{"alert":"Hello"}}"#

        @Test(arguments: [["booted", app, "-"], ["Alex's iPhone", app, "-"]])
        func `T277, T278: a payload is shown, and the output confirms it`(
            arguments: [String]
        ) async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let sent = try await up.bellhop(["simctl", "push"] + arguments, input: Self.hello)
            #expect(sent.status == 0, "\(sent)")
            #expect(sent.output == "Notification sent to '\(Self.app)'\n")
            #expect(sent.errors.isEmpty)
            let shown = try await up.bellhop(["device", "show"])
            #expect(shown.output.contains("Hello"))
            // The push did not go through APNs.
            #expect(try await control.deliveries().isEmpty)
        }

        @Test func `the file names the app, and an argument overrides it`() async throws {
            let (up, _) = try await RunningUp.withFreshPhone()
            func payload(_ app: String) -> String {
                #"{"Simulator Target Bundle":"\#(app)","aps":{"alert":"Hello"}}"#
            }
            let named = try await up.bellhop(
                ["simctl", "push", "booted", "-"], input: payload(Self.app))
            #expect(named.output == "Notification sent to '\(Self.app)'\n", "\(named)")
            let given = try await up.bellhop(
                ["simctl", "push", "booted", Self.app, "-"], input: payload("com.example.other"))
            #expect(given.output == "Notification sent to '\(Self.app)'\n", "\(given)")
        }

        @Test func `REG-15: no service extension runs`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let payload = #"{"aps":{"alert":"Hello","mutable-content":1}}"#
            let sent = try await up.bellhop(
                ["simctl", "push", "booted", Self.app, "-"], input: payload)
            #expect(sent.status == 0, "\(sent)")
            let trace = try await control.trace().map { $0["name"]?.stringValue ?? "" }
            let shown = try await up.bellhop(["device", "show"])
            #expect(shown.output.contains("Hello"), "\(shown)")
            #expect(!trace.contains { $0.contains("didReceive(_:withContentHandler:)") })
        }

        struct Failure: CustomTestStringConvertible {
            let phrase: String
            let arguments: [String]
            let input: String
            var status: Int32 = 65
            var testDescription: String { phrase }
        }

        static let failures: [Failure] = [
            Failure(
                phrase: "no object under the key aps", arguments: ["booted", app, "-"],
                input: #"{"alert":"Hello"}"#),
            Failure(
                phrase: "has 4126 bytes; the limit is 4096", arguments: ["booted", app, "-"],
                input: hello + String(repeating: " ", count: 4101)),
            Failure(
                phrase: "com.example.absent is not installed",
                arguments: ["booted", "com.example.absent", "-"], input: hello),
            Failure(
                phrase: "there is no phone \"Nobody\"", arguments: ["Nobody", app, "-"],
                input: hello
            ),
            Failure(
                phrase: "standard input:1:25: there is a comma before }",
                arguments: ["booted", app, "-"], input: #"{"aps":{"alert":"Hello",}}"#),
            Failure(
                phrase: "the app's bundle identifier is missing", arguments: ["booted", "-"],
                input: hello, status: 64),
            Failure(
                phrase: "standard input:1:2: the Simulator does not read the key",
                arguments: ["booted", "-"],
                input: #"{"Simulate Target Bundle":"dev.bellhop.demo","aps":{"alert":"Hello"}}"#),
            Failure(
                phrase: "is not a bundle identifier; write", arguments: ["booted", "-"],
                input: #"{"Simulator Target Bundle":"","aps":{"alert":"Hello"}}"#),
            Failure(
                phrase: "standard input:1:1: simctl supports no headers",
                arguments: ["booted", app, "-"], input: "---\ntype: alert\n---\n" + hello),
            Failure(
                phrase: "is an array, not an object", arguments: ["booted", app, "-"],
                input: "[\(hello)]"),
            Failure(
                phrase: "no visible content", arguments: ["booted", app, "-"],
                input: #"{"aps":{"content-available":1}}"#),
            Failure(
                phrase: "cannot read this file", arguments: ["booted", app, "/nowhere.apns"],
                input: "", status: 66),
        ]

        @Test(arguments: failures)
        func `an impossible push is reported with a status and the reason`(failure: Failure)
            async throws
        {
            let (up, _) = try await RunningUp.withFreshPhone()
            let sent = try await up.bellhop(
                ["simctl", "push"] + failure.arguments, input: failure.input)
            #expect(sent.status == failure.status, "\(sent)")
            #expect(sent.output.isEmpty)
            #expect(sent.errors.contains(failure.phrase), "\(sent.errors)")
        }

        @Test func `phones are listed in the format of simctl`() async throws {
            let (up, control) = try await RunningUp.withFreshPhone()
            let id = try #require(try await control.phone()["id"]?.stringValue)
            for arguments in [[], ["devices"], ["devices", "booted"], ["devices", "alex"]] {
                let list = try await up.bellhop(["simctl", "list"] + arguments)
                #expect(list.status == 0, "\(list)")
                #expect(list.output.hasPrefix("== Devices ==\n-- iOS "), "\(list)")
                #expect(list.output.contains("\n    Alex's iPhone (\(id)) (Booted) \n"), "\(list)")
            }
            let json = try await up.bellhop(["simctl", "list", "-j", "devices", "available"])
            let runtimes = try JSONReader.read(json.output).value["devices"]?.objectValue
            let phone = runtimes?.members.first?.value.arrayValue?.first
            #expect(phone?["udid"]?.stringValue == id, "\(json)")
            #expect(phone?["state"]?.stringValue == "Booted")
            let none = try await up.bellhop(["simctl", "list", "devices", "nobody"])
            #expect(none.output == "== Devices ==\n")
            let wrong = try await up.bellhop(["simctl", "list", "runtimes"])
            #expect(wrong.status == 64)
            #expect(wrong.errors.contains("bellhop simctl list devices"))
        }

        @Test func `too many arguments are wrong usage`() async throws {
            let sent = try await BellhopTool.run(["simctl", "push", "a", "b", "c", "d"])
            #expect(sent.status == 64)
        }
    }
}
