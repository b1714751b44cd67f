// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// Checks that the scripts of the compose page have a field for every key of `aps` and a payload
/// for every push type, and use only strings of the catalog.
@Suite(.timeLimit(.minutes(30)))
struct ComposeFieldsTests {
    private static func file(_ path: String) throws -> String {
        try String(
            contentsOf: URL(filePath: BellhopTool.root).appending(path: path), encoding: .utf8)
    }

    private static let scripts = "Sources/GatewayConsole/Resources/Scripts/"

    @Test(arguments: APSKey.allCases)
    func `the form has a field for each key of aps`(_ key: APSKey) throws {
        let table = try Self.file(Self.scripts + "compose-fields.js")
        #expect(table.contains("[\"aps\", \"\(key.rawValue)\""), "add a row for \(key.rawValue)")
    }

    @Test(arguments: PushType.allCases)
    func `each push type has a payload to begin with`(_ type: PushType) throws {
        let table = try Self.file(Self.scripts + "compose-fields.js")
        #expect(table.contains("\n  \(type.rawValue): {"), "add a starter for \(type.rawValue)")
    }

    @Test func `every string that the page uses is in the catalog`() throws {
        let names = ["common", "compose", "lint"]
        var known: Set<String> = []
        for name in names {
            let text = try Self.file("Sources/GatewayConsole/Resources/Strings/\(name).json")
            let object = try #require(try JSONValue(parsing: text).objectValue)
            known.formUnion(object.members.map(\.key))
        }
        let folder = URL(filePath: BellhopTool.root).appending(path: Self.scripts)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasPrefix("compose") }
        #expect(files.count > 10)
        for file in files {
            let text = try Self.file(Self.scripts + file)
            for match in text.matches(of: #/\bt\("([a-z][a-z_.\-0-9]*)"/#) {
                #expect(known.contains(String(match.output.1)), "\(file): \(match.output.1)")
            }
        }
    }
}
