// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation

/// axe-core, which checks accessibility, from a Python package that `scripts/setup.sh test`
/// installs.
enum Axe {
    /// The source of axe-core; an error if it is not installed.
    static let script: Result<String, WebDriver.Failure> = {
        let root = URL(filePath: BellhopTool.root).appending(path: ".venv/lib")
        let versions =
            (try? FileManager.default.contentsOfDirectory(
                at: root, includingPropertiesForKeys: nil)) ?? []
        let script = versions.lazy.compactMap { version in
            let file = version.appending(
                path: "site-packages/axe_playwright_python/axe.min.js")
            return try? String(contentsOf: file, encoding: .utf8)
        }.first
        guard let script else {
            return .failure(
                WebDriver.Failure(
                    description: "axe-core was not found; run scripts/setup.sh test"))
        }
        return .success(script)
    }()

    /// Returns the violated rules of WCAG 2.2 AA with the first elements that violate them.
    static func violations(_ driver: WebDriver, _ script: String) async throws -> JSONValue {
        if try await driver.value("typeof axe") != "object" { try await driver.run(script) }
        return try await driver.result(
            """
            axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] })
                .then((found) => found.violations.map((rule) =>
                    rule.id + ": " + rule.nodes.slice(0, 2).map((node) => node.html.slice(0, 100))
                        .join(" | ")))
            """)
    }
}
