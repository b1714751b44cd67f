// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// The console of a running `bellhop` in a browser.
struct OpenConsole {
    let process: BellhopProcess
    let driver: WebDriver
    let url: String

    /// Starts `bellhop` and a browser. At the end, the browser's log must not contain anything: no
    /// error, no blocked request.
    static func with(
        _ command: BellhopProcess.Command, _ body: (OpenConsole) async throws -> Void
    ) async throws {
        try await BellhopProcess.with(command) { process in try await open(process, body) }
    }

    /// Starts the simulated APNs, `bellhop serve` that sends to it, and a browser.
    static func withSimulator(_ body: (OpenConsole) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            try await BellhopProcess.with(.apns, in: folder) { _ in
                try await BellhopProcess.with(.serve, in: folder, arguments: ["--simulator"]) {
                    try await open($0, body)
                }
            }
        }
    }

    /// Opens a browser for the console of a process that runs.
    static func open(
        _ process: BellhopProcess, _ body: (OpenConsole) async throws -> Void
    ) async throws {
        try await WebDriver.with { driver in
            let console = OpenConsole(
                process: process, driver: driver, url: try process.gatewayURL())
            try await driver.emulate(colorScheme: "light")
            try await driver.resize(width: 1440, height: 900)
            try await body(console)
            let complaints = try await driver.complaints()
            #expect(complaints == [], "\(complaints)")
        }
    }

    /// Opens a page and waits until everything on it has loaded.
    func go(to path: String) async throws {
        try await driver.go(to: url + path)
        try await settle()
    }

    /// Waits until nothing on the page is loading.
    func settle() async throws {
        try await driver.wait(
            """
            document.readyState === "complete"
                && !document.querySelector(".loading:not(.design .loading), [aria-busy]")
            """)
    }

    /// The number of elements that a CSS selector finds.
    func count(_ selector: String) async throws -> Int? {
        try await driver.value(
            "document.querySelectorAll(\(OpenPage.literal(selector))).length"
        ).intValue
    }

    /// Returns what is wider than the page and, on a phone, the closed bar at the top if it has
    /// more than a line.
    func overflow() async throws -> JSONValue {
        try await driver.value(
            """
            (() => {
                const bar = document.querySelector(".sidebar:not([data-open=yes])");
                const height = bar?.getBoundingClientRect().height ?? 0;
                if (innerWidth < 600 && height > 96) return [`the bar has ${height} pixels`];
                if (document.documentElement.scrollWidth <= innerWidth) return [];
                return [...document.querySelectorAll("main *")]
                    .filter((e) => e.getBoundingClientRect().right > innerWidth + 1
                        && !e.closest(".table-frame, .tabs, pre"))
                    .slice(0, 5).map((e) => e.outerHTML.slice(0, 120));
            })()
            """)
    }

    /// Saves the whole page as an image.
    func screenshot(_ name: String, width: Int, height: Int) async throws {
        try await driver.resize(width: width, height: height)
        let whole = try await driver.value("document.documentElement.scrollHeight").intValue
        try await driver.resize(width: width, height: min(max(height, whole ?? 0), 4000))
        try await driver.screenshot("console/\(name)")
        try await driver.resize(width: width, height: height)
    }
}
