// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// How many bytes the console transfers, as a browser and curl count them.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleTransferTests {
    /// The maximum number of bytes that the first page may transfer, with the headers of responses.
    private static let byteCountMax = 100_000

    @Test func `the first page transfers less than 100 kB in a browser with an empty cache`()
        async throws
    {
        try await OpenConsole.with(.up) { console in
            try await console.go(to: "/console/compose")
            try await console.driver.wait(
                "document.getElementById('view').dataset.settled === 'yes'")
            let entries =
                try await console.driver.value(
                    """
                    [...performance.getEntriesByType("navigation"),
                        ...performance.getEntriesByType("resource")].map((entry) => [
                            new URL(entry.name).pathname, entry.transferSize,
                            entry.decodedBodySize])
                    """
                ).arrayValue ?? []
            let rows = entries.map { JSONWriter.text($0) }.joined(separator: "\n")
            #expect(entries.count > 20, "\(rows)")
            // Responses of the API are not counted, because they depend on the stored data.
            let files = entries.filter { $0[0]?.stringValue?.hasPrefix("/console/") == true }
            let transferred = files.reduce(0) { $0 + ($1[1]?.intValue ?? 0) }
            let decoded = files.reduce(0) { $0 + ($1[2]?.intValue ?? 0) }
            print("first page: \(files.count) responses, \(transferred) bytes of \(decoded)")
            #expect(transferred < Self.byteCountMax, "\(rows)")
            // A size of 0 means that the browser already had the file.
            #expect(files.allSatisfy { $0[1]?.intValue ?? 0 > 0 }, "\(rows)")
            #expect(decoded > 2 * transferred, "\(rows)")
        }
    }

    @Test(arguments: [BellhopProcess.Command.serve, .up])
    func `curl gets the same files with and without compression`(command: BellhopProcess.Command)
        async throws
    {
        try await BellhopProcess.with(command) { process in
            let url = try process.gatewayURL() + "/console/"
            for name in ["console.css", "ui.js", "compose.js", "icon.svg"] {
                let plain = try await Self.curl(url + "assets/" + name, [])
                let zipped = try await Self.curl(url + "assets/" + name, ["--compressed"])
                #expect(plain.coding == "" && zipped.coding == "gzip", "\(name)")
                #expect(plain.body == zipped.body && !plain.body.isEmpty, "\(name)")
                #expect(zipped.transferred < plain.transferred, "\(name)")
                #expect(plain.transferred == plain.body.utf8.count, "\(name)")
            }
            // A page has the session's token, and is not compressed.
            let page = try await Self.curl(
                url + "compose", ["--compressed", "--location", "--cookie", ""])
            #expect(page.coding == "" && page.body.contains("<!doctype html>"))
        }
    }

    /// What curl received.
    private struct Received {
        let body: String
        /// The value of `content-encoding`; empty without one.
        let coding: String
        /// The size of the body as it was transferred, in bytes.
        let transferred: Int
    }

    private static func curl(_ url: String, _ options: [String]) async throws -> Received {
        let result = try await Program.run(
            tool: "curl",
            [
                "--silent", "--show-error", "--write-out",
                "\n%header{content-encoding} %{size_download}", url,
            ] + options)
        #expect(result.status == 0, "\(result.errors)")
        let end = try #require(result.output.lastIndex(of: "\n"))
        let values = result.output[end...].dropFirst().split(
            separator: " ", omittingEmptySubsequences: false)
        return Received(
            body: String(result.output[..<end]), coding: String(values[0]),
            transferred: try #require(Int(values[1])))
    }
}
