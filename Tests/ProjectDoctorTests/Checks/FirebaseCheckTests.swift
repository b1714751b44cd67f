// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import CryptoExtras
import Diagnostics
import FCM
import Foundation
import Testing

@testable import ProjectDoctor

/// The checks of Firebase's files: keys of service accounts, and configurations of apps.
@Suite(.timeLimit(.minutes(30)))
struct FirebaseCheckTests {
    private func findings(_ files: RuleExample.File...) -> [String] {
        let project = ProjectReader.read(SampleApp.files(with: RuleExample(files)))
        return ProjectExamination(of: project).diagnostics
            .filter { $0.severity > .note && $0.rule.hasPrefix("firebase-") }
            .map { "\($0.location.file): \($0.rule)" }
    }

    private func key(_ path: String, tokenAddress: String? = nil) -> RuleExample.File {
        .init(
            path,
            tokenAddress.map { FirebaseKeyExample.text(tokenAddress: $0) }
                ?? FirebaseKeyExample.text())
    }

    @Test(arguments: [
        "corner-firebase-adminsdk-x1y2z-0123456789.json", "Server/service-account.json",
        "Server/corner-0123456789ab.json",
    ])
    func `a service account's key with a usual file name is found in the checkout`(path: String) {
        #expect(findings(key(path)) == ["\(path): firebase-key-in-checkout"])
    }

    @Test(arguments: [
        "Tests/Fixtures/service-account.json", "Server/cities.json", "Server/service-account.txt",
    ])
    func `keys in test fixtures and in files with unusual names are not reported`(path: String) {
        #expect(findings(key(path)) == [])
    }

    @Test func `the key of a local simulator is not reported`() {
        let path = ".bellhop/fcm-service-account.json"
        #expect(findings(key(path, tokenAddress: "http://127.0.0.1:2199/token")) == [])
    }

    @Test func `files that only look like keys by name are not reported`() {
        #expect(findings(.init("Server/service-account.json", "{}")) == [])
        #expect(findings(.init("Server/service-account.json", "not JSON")) == [])
        let google = #"{"project_info": {"project_id": "corner"}}"#
        #expect(findings(.init("android/google-services.json", google)) == [])
    }

    @Test func `a key with a foreign token_uri is reported without an excerpt of the key`() {
        let path = "Server/service-account.json"
        let other = key(path, tokenAddress: "https://oauth2.example.com/token")
        #expect(
            findings(other) == [
                "\(path): firebase-key-in-checkout", "\(path): firebase-key-token-uri",
            ])
        let project = ProjectReader.read(SampleApp.files(with: RuleExample([other])))
        let found = ProjectExamination(of: project).diagnostics.filter {
            $0.location.file == path
        }
        #expect(found.allSatisfy { $0.location.range == nil })
        #expect(found.contains { $0.message.contains("https://oauth2.example.com/token") })
    }

    @Test func `several Firebase configurations are not checked, as the build script selects one`()
    {
        let info = { (id: String) in SampleApp.plist(["BUNDLE_ID": .string(id)]) }
        let wrong = RuleExample.File("App/GoogleService-Info.plist", info("com.example.other"))
        let messaging = RuleExample.File("App/AppDelegate+Token.swift", FirebaseExample.token)
        #expect(findings(messaging, wrong) == ["App/GoogleService-Info.plist: firebase-bundle-id"])
        let second = RuleExample.File(
            "App/Debug/GoogleService-Info.plist", info("com.example.corner"))
        #expect(findings(messaging, wrong, second) == [])
    }

    @Test(
        arguments: [
            ("import FirebaseCrashlytics", .note), ("import Firebase", .note),
            ("import FirebaseMessaging", .warning),
            ("import Firebase\nlet messaging = Messaging.messaging()", .warning),
        ] as [(String, Severity)])
    func `a configuration of another app is a warning if the app uses Firebase Messaging`(
        code: String, severity: Severity
    ) {
        let info = SampleApp.plist(["BUNDLE_ID": "com.example.other"])
        let project = ProjectReader.read(
            SampleApp.files(
                with: RuleExample(
                    .init("App/Fire.swift", code), .init("App/GoogleService-Info.plist", info))))
        let found = ProjectExamination(of: project).diagnostics
            .filter { $0.rule == "firebase-bundle-id" }
        #expect(found.map(\.severity) == [severity])
    }
}

/// Checks of the service account with which a server sends.
@Suite(.timeLimit(.minutes(30)))
struct ServiceAccountCheckTests {
    private static func file(
        project: String = "corner", tokenAddress: String = ServiceAccount.googleTokenAddress
    ) throws -> CredentialFacts.ServiceAccountFile {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048).pemRepresentation
        let json = try JSONSerialization.data(withJSONObject: [
            "type": "service_account", "project_id": project, "private_key": key,
            "client_email": "sender@example.com", "token_uri": tokenAddress,
        ])
        do throws(ServiceAccount.Problem) {
            let account = try ServiceAccount(json: Array(json))
            return .init(path: "key.json", account: .success(account))
        } catch { return .init(path: "key.json", account: .failure(error)) }
    }

    @Test func `a usable key of the app's project has no findings`() throws {
        let found = try CredentialExample.findings {
            $0.serviceAccountFile = try Self.file()
            $0.firebaseProjects = ["corner", "corner-staging"]
        }
        #expect(found == [])
    }

    @Test func `a key of another project and a key with a foreign token_uri are errors`() throws {
        let other = try CredentialExample.findings {
            $0.serviceAccountFile = try Self.file()
            $0.firebaseProjects = ["trains"]
        }
        #expect(other == ["service-account-project: error"])
        let foreign = try CredentialExample.findings {
            $0.serviceAccountFile = try Self.file(tokenAddress: "https://example.com/token")
            $0.firebaseProjects = ["trains"]
        }
        #expect(foreign == ["service-account-unusable: error"])
    }
}
