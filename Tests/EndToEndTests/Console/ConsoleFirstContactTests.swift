// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The first minutes of somebody who has just built the tool, with the clicks of docs/console.md.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleFirstContactTests {
    @Test func `with the mouse alone, a push is composed, previewed, sent and seen`() async throws {
        let began = TimeSource.system.uptime
        try await OpenConsole.with(.up) { console in
            let driver = console.driver
            let opened = TimeSource.system.uptime
            try await console.go(to: "/console/compose")
            try await driver.wait("document.getElementById('view').dataset.settled === 'yes'")
            try await driver.click("#open-library")
            try await driver.wait("document.querySelector('[data-example=calendar-reminder]')")
            try await driver.click("[data-example=calendar-reminder]")
            try await driver.wait("!document.querySelector('dialog')")
            for surface in ["banner", "expanded", "watch"] {
                try await driver.click(".preview-tabs [data-value=\(surface)]")
            }
            try await driver.wait("document.getElementById('view').dataset.settled === 'yes'")
            try await driver.click("#send")
            try await driver.wait("document.getElementById('send-result').dataset.kind === 'ok'")
            try await console.wait(
                for: "Design review", in: "#preview[data-surface=live] .pv-note")
            let ended = TimeSource.system.uptime
            // A person needs longer than this script; only the machine's share of the time is
            // printed.
            print("first contact: \(ended - opened) in the console, \(ended - began) in all")
            try await console.screenshot("first-contact-desktop-light", width: 1440, height: 900)
        }
    }
}
