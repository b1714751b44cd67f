// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Testing

/// A member's own password, and an owner who resets a member's sign-in.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleAccountTests {
    @Test func `a member changes the password and stays signed in; an owner resets the sign-in`()
        async throws
    {
        try await OpenConsole.with(.serve) { console in
            let driver = console.driver
            try await console.join(try await console.addMember("alex", "viewer"))
            try await driver.click("a.account-name")
            try await driver.wait("location.pathname === '/console/account'")
            try await driver.wait("document.querySelector('input[type=password]')")
            try await console.checkAxe("account")
            func fill(_ current: String, _ new: String, _ again: String) async throws {
                for (index, text) in [current, new, again].enumerated() {
                    try await console.enter(text, into: ".field:nth-of-type(\(index + 1)) input")
                }
                try await driver.click("main button[type=submit]")
            }
            let other = "another long password"
            try await fill("a wrong password", other, other)
            try await console.wait(for: "the current password is wrong")
            // The browser's log contains the refused request.
            _ = try await driver.complaints()
            try await fill(OpenConsole.password, other, "something else")
            try await console.wait(for: "The two new passwords differ")
            try await fill(OpenConsole.password, other, other)
            try await console.wait(for: "all other browsers are signed out")
            try await console.go(to: "/console/campaigns")
            try await driver.wait("location.pathname === '/console/campaigns'")
            try await console.signOut()
            try await console.signIn("alex", password: other)
            try await console.signOut()

            try await reset("alex", whosePasswordIs: other, console)
        }
    }

    /// Resets a member's sign-in as another owner; afterwards, the member can sign in only with the
    /// new link.
    private func reset(
        _ login: String, whosePasswordIs other: String, _ console: OpenConsole
    ) async throws {
        let driver = console.driver
        try await console.join(try await console.addMember("boss", "owner"))
        try await console.go(to: "/console/manage#members")
        // Owners have no button to reset their own sign-in.
        #expect(
            try await driver.value(
                """
                [...document.querySelectorAll("#panel-members button")]
                    .filter((b) => b.textContent === "Reset sign-in").length
                """) == 2)
        _ = try await driver.value(
            """
            (() => {
                const row = [...document.querySelectorAll("#panel-members tbody tr")]
                    .find((r) => r.innerText.includes("\(login)"));
                [...row.querySelectorAll("button")]
                    .find((b) => b.textContent === "Reset sign-in").click();
                return true;
            })()
            """)
        try await driver.click("dialog .button.danger")
        try await driver.wait("document.querySelector('dialog pre')")
        let link = try await console.text(of: "dialog pre")
        let secret = try #require(link.split(separator: "#").last).description
        try await driver.click("dialog .dialog-head .button")
        try await console.signOut()
        try await driver.type(login, into: "input[autocomplete=username]")
        try await driver.type(other, into: "input[type=password]")
        try await driver.click("button[type=submit]")
        try await console.wait(for: "the login or the password is wrong", in: "body")
        _ = try await driver.complaints()
        try await console.join(
            secret.trimmingCharacters(in: .whitespacesAndNewlines), password: other)
    }
}
