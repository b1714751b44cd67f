// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import Subprocess
import Testing

#if canImport(System)
import System
#else
import SystemPackage
#endif

/// Sign-in to the console with an identity provider that other authors wrote: Python's
/// oidc-provider-mock.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct ConsoleIdentityTests {
    /// Runs the provider with three accounts on a free port, and prints its address.
    private static let providerScript = """
        import threading
        from oidc_provider_mock import User, run_server_in_thread

        def account(name, verified):
            return User(sub=name, claims={"email": name, "email_verified": verified})
        accounts = [account("alex@example.com", True), account("sam@example.com", False),
            account("stranger@example.com", True)]
        with run_server_in_thread(port=0, require_nonce=True, user_claims=accounts) as server:
            print(f"at http://localhost:{server.server_port} .", flush=True)
            threading.Event().wait()
        """

    /// Runs a test with the provider.
    private static func withProvider(_ body: (_ issuer: String) async throws -> Void) async throws {
        let python = BellhopTool.root + "/.venv/bin/python"
        try #require(
            FileManager.default.isExecutableFile(atPath: python),
            "oidc-provider-mock is not installed; run scripts/setup.sh test")
        let (output, errors) = (Transcript(), Transcript())
        let result = try await Subprocess.run(
            .path(FilePath(python)), arguments: ["-c", providerScript], input: .none,
            output: .sequence, error: .sequence
        ) { execution in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { await output.read(execution.standardOutput) }
                group.addTask { await errors.read(execution.standardError) }
                defer {
                    try? execution.send(signal: .kill)
                    group.cancelAll()
                }
                let isReady = await output.wait(for: " .")
                let found = await errors.text
                try #require(isReady, "\(found); run scripts/setup.sh test")
                let words = await output.text.split(separator: " ")
                try await body(String(try #require(words.dropFirst().first)))
            }
        }
        _ = result
    }

    private static func withConsole(
        _ body: (OpenConsole) async throws -> Void
    ) async throws {
        try await withProvider { issuer in
            try await TemporaryFolder.with { folder in
                let file = try folder.write(
                    """
                    oidc_issuer: \(issuer)
                    oidc_client_id: bellhop
                    oidc_client_secret: a secret of the client
                    oidc_name: Example SSO
                    loopback_oidc: true
                    """, to: "settings.yaml")
                try await BellhopProcess.with(.serve, in: folder, arguments: ["--config", file]) {
                    try await OpenConsole.open($0, body)
                }
            }
        }
    }

    /// Presses the button on the page for signing in, and chooses an account at the provider.
    private func choose(_ account: String, _ console: OpenConsole) async throws {
        let driver = console.driver
        try await driver.wait("document.querySelector('#with-provider')")
        try await driver.click("#with-provider")
        try await driver.wait("location.hostname === 'localhost'")
        try await driver.wait("document.querySelector('button[value=\"\(account)\"]')")
        // Ignore the browser's log about the provider's page, which is not ours.
        _ = try await driver.complaints()
        try await driver.click("button[value=\"\(account)\"]")
        try await driver.wait("location.hostname === '127.0.0.1'")
    }

    @Test
    func `a member signs in with the provider's account and reaches the requested page`()
        async throws
    {
        try await Self.withConsole { console in
            let driver = console.driver
            _ = try await console.addMember("alex@example.com", "approver")
            try await driver.go(to: console.url + "/console/deliveries")
            try await console.wait(for: "Sign in with Example SSO", in: "body")
            try await console.checkAxe("sign-in with a provider")
            try await choose("alex@example.com", console)
            try await driver.wait("location.pathname === '/console/deliveries'")
            try await console.settle()
            #expect(try await console.text(of: ".account-name").contains("approver"))
            try await console.signOut()
            // The second time, the account already belongs to the member.
            try await choose("alex@example.com", console)
            try await driver.wait("location.pathname === '/console/compose'")
            try await console.settle()
            let members = try await console.api("/v1/members")["members"]?.arrayValue ?? []
            let member = members.first { $0["login"]?.stringValue == "alex@example.com" }
            #expect(member?["has_identity"]?.boolValue == true)
            #expect(member?["has_password"]?.boolValue == false)
        }
    }

    @Test func `the page says why an account is not accepted, and what to do`() async throws {
        try await Self.withConsole { console in
            let driver = console.driver
            _ = try await console.addMember("sam@example.com", "viewer")
            try await driver.go(to: console.url + "/console/health")
            try await choose("sam@example.com", console)
            try await console.wait(for: "has not verified your email address", in: "body")
            try await console.checkAxe("a refused sign-in")
            // The browser's log contains the status of the page.
            _ = try await driver.complaints()
            try await choose("stranger@example.com", console)
            try await console.wait(for: "ask an owner to add you under Manage", in: "body")
            _ = try await driver.complaints()
        }
    }
}
