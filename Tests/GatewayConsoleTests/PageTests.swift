// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import HTTPTypes
import NIOCore
import Testing

@testable import BellhopGateway
@testable import GatewayConsole

@Suite(.timeLimit(.minutes(30))) struct PageTests {
    private static let paths = ConsolePages.table.map(\.path).filter { !$0.contains(":") }

    @Test func `every page has one h1, its scripts and styles, and a policy with a fresh nonce`()
        async throws
    {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let session = try await console.session("owner")
            var nonces: Set<String> = []
            for path in Self.paths {
                let page = try await console.ask(.get, path, nil, [.cookie: session.cookie])
                #expect(page.status == 200, "\(path)")
                #expect(page.text.components(separatedBy: "<h1").count == 2, "\(path)")
                let policy = try #require(page.headers[.contentSecurityPolicy])
                for part in [
                    "default-src 'none'", "'strict-dynamic'", "object-src 'none'",
                    "base-uri 'none'", "frame-ancestors 'none'",
                    "require-trusted-types-for 'script'",
                ] {
                    #expect(policy.contains(part), "\(path): \(part)")
                }
                #expect(!policy.contains("unsafe"))
                let nonce = try #require(policy.split(separator: "'nonce-").last)
                    .prefix { $0 != "'" }
                nonces.insert(String(nonce))
                #expect(page.text.contains("nonce=\"\(nonce)\""))
                #expect(page.headers[.cacheControl] == "no-store")
                for bad in ["<style", " style=", " onclick=", "javascript:", "http://", "https://"]
                {
                    #expect(!page.text.contains(bad), "\(path): \(bad)")
                }
                try await checkFiles(of: page, console)
            }
            #expect(nonces.count == Self.paths.count)
        }
    }

    /// Checks that the files that a page names exist.
    private func checkFiles(
        of page: ConsoleScene.Reply, _ console: ConsoleScene
    ) async throws {
        let names = page.text.components(separatedBy: "/console/assets/").dropFirst()
            .map { $0.prefix { $0 != "\"" } }
        #expect(names.contains("console.css") && names.contains("shell.js"))
        for name in names {
            let file = try await console.ask(.get, "/console/assets/\(name)")
            #expect(file.status == 200, "\(name)")
        }
    }

    @Test func `the initial content names the app, and a hostile name is escaped`() async throws {
        try await ConsoleScene.run { console in
            _ = try await console.addMember("owner", .owner)
            let evil = "</script><script>alert(1)</script>"
            _ = try await console.gateway.putApp(bundleID: "com.example.app", name: evil)
            let session = try await console.session("owner")
            let page = try await console.ask(
                .get, "/console/health", nil, [.cookie: session.cookie])
            #expect(!page.text.contains("<script>alert"))
            #expect(page.text.contains("com.example.app"))
        }
    }

    @Test func `every string and every file that a page names exists`() throws {
        let files = try ConsoleFiles()
        for page in ConsolePages.table + [ConsoleServer.signInPage, ConsoleServer.joinPage] {
            let strings = files.strings(["common"] + page.strings)
            #expect(strings[page.title] != nil, "\(page.path): \(page.title)")
            if let lead = page.lead { #expect(strings[lead] != nil, "\(page.path): \(lead)") }
            for name in page.scripts + page.styles {
                #expect(files.assets[name] != nil, "\(page.path): \(name)")
            }
        }
    }

    @Test func `scripts use no dangerous functions, and only strings that exist`() throws {
        let files = try ConsoleFiles()
        let all = files.strings.values.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
        for (name, asset) in files.assets where name.hasSuffix(".js") {
            let text = String(decoding: asset.plain.body.readableBytesView, as: UTF8.self)
            for bad in [
                "innerHTML =", "outerHTML =", "insertAdjacentHTML", "document.write", "eval(",
                "new Function",
            ] {
                #expect(!text.contains(bad), "\(name): \(bad)")
            }
            // The browser stores only the history of composed messages, without device tokens.
            if name != "compose-history.js" {
                #expect(!text.contains("localStorage"), "\(name)")
            }
            for match in text.matches(of: /\bt\("([a-z_A-Z.]+)"/) {
                #expect(all.contains(String(match.1)), "\(name): \(match.1)")
            }
        }
    }
}
