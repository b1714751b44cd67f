// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import AppProject
import Diagnostics
import Foundation
import ProjectDoctor
import Testing

private typealias Example = CredentialExample

@Suite struct CredentialCheckTests {
    @Test func `without credentials, nothing is found`() {
        #expect(Example.findings { _ in } == [])
    }

    @Test func `a valid key with its identifiers passes`() throws {
        let key = try Example.key()
        let found = try Example.findings {
            $0.keyFile = .init(
                path: "AuthKey_ABC123DEFG.p8", key: .success(key),
                keyIDInName: "ABC123DEFG")
            $0.keyID = "ABC123DEFG"
            $0.teamID = "TEAM123456"
            $0.providerToken = try Example.token(key, minutesOld: 30)
        }
        #expect(found == [])
    }

    @Test func `the finding about a file that is not a key says what the file is`() {
        let examination = ProjectExamination(
            of: Example.facts {
                $0.keyFile = .init(path: "aps.cer", key: .failure(.certificate))
            })
        #expect(examination.diagnostics.map(\.rule) == ["key-unusable"])
        #expect(examination.diagnostics.first?.message.contains("certificate") == true)
    }

    @Test func `identifiers that do not match the key are found`() throws {
        let key = try Example.key()
        #expect(
            Example.findings {
                $0.keyFile = .init(path: "k.p8", key: .success(key), keyIDInName: "ABC123DEFG")
                $0.keyID = "ZZZ999ZZZ9"
                $0.teamID = "TEAM123456"
            } == ["key-identifier: error"])
        #expect(
            Example.findings {
                $0.keyFile = .init(
                    path: "k.p8",
                    key: .failure(.badIdentifier(name: "team ID", value: "x")))
            } == ["key-identifier: error"])
    }

    @Test(arguments: [(59.0, true), (61, false), (-59, true), (-61, false)])
    func `a provider token is valid from an hour before to an hour after its time of issue`(
        minutesOld: Double, isGood: Bool
    ) throws {
        let key = try Example.key()
        let found = try Example.findings {
            $0.providerToken = try Example.token(key, minutesOld: minutesOld)
        }
        #expect(found == (isGood ? [] : ["provider-token: error"]))
    }

    @Test func `a provider token of another key, team or key ID is found`() throws {
        let key = try Example.key()
        let other = try ProviderKey.generate(keyID: "ABC123DEFG", teamID: "TEAM123456")
        let found = try Example.findings {
            $0.keyFile = .init(path: "k.p8", key: .success(other))
            $0.keyID = "ABC123DEFG"
            $0.teamID = "OTHER12345"
            $0.providerToken = try Example.token(key, minutesOld: 1)
        }
        #expect(found == ["provider-token: error", "provider-token: error"])
    }

    @Test(
        arguments: [
            ("740f4707bebcf74f9b7c25d48e335894", false), ("<740f4707 bebcf74f>", true),
            ("dQw4w9WgXcQ:APA91bHPRgkFLJ", true), ("ExponentPushToken[xxxxxxxx]", true),
            ("00000000000000000000000000000000", true), ("dA9HB77892+bfCXUjjNYlA==", true),
            ("740f470", true), ("", true),
        ])
    func `a device token consists of bytes as hex digits`(text: String, isFound: Bool) {
        #expect(
            Example.findings { $0.deviceToken = text }
                == (isFound ? ["device-token-form: error"] : []))
    }

    @Test func `a finding and its subject never contain a whole device token`() {
        let token = "740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad"
        for text in [token, "<\(token)>", token + "0"] {
            let examination = ProjectExamination(of: Example.facts { $0.deviceToken = text })
            let texts =
                examination.diagnostics.map(\.description) + examination.results.map(\.subject)
            #expect(!texts.joined().contains(token.prefix(16)))
        }
    }

    @Test(
        arguments: [
            ("com.example.app", false), ("com.example.app.voip", false), ("My App", true),
            ("TEAM123456.com.example.app", true), ("", true),
        ])
    func `a topic is a bundle identifier without the team`(topic: String, isFound: Bool) {
        #expect(
            Example.findings {
                $0.topic = topic
                $0.teamID = "TEAM123456"
            } == (isFound ? ["topic-form: error"] : []))
    }

    @Test func `an environment that no configuration of the app declares causes a warning`() {
        func found(_ declared: [String: APNSEnvironment]) -> [String] {
            Example.findings {
                $0.environment = .production
                $0.declaredEnvironments = declared
            }
        }
        #expect(found([:]) == [])
        #expect(found(["Debug": .sandbox, "Release": .production]) == [])
        #expect(found(["Debug": .sandbox]) == ["environment-mismatch: warning"])
    }

    @Test func `the environments of an app are those of its entitlements`() {
        let project = ProjectReader.read(SampleApp.files(with: RuleExample()))
        #expect(Set(project.declaredEnvironments.values).isSubset(of: [.sandbox, .production]))
        #expect(project.declaredEnvironments["Debug"] == .sandbox)
    }

    @Test(
        arguments: [
            (0.4, []), (-59, []), (90, ["clock-skew: warning"]), (-7200, ["clock-skew: error"]),
        ] as [(Double, [String])])
    func `a clock may be wrong by less than a minute`(skew: Double, found: [String]) {
        #expect(Example.findings { $0.clockSkewSeconds = skew } == found)
    }

    @Test func `unreachable ports are an error only if no port is open`() {
        func found(_ failures: [String?]) -> [String] {
            Example.findings {
                $0.reaches = failures.enumerated().map {
                    .init(host: "api.push.apple.com", port: $0.offset, failure: $0.element)
                }
            }
        }
        #expect(found([nil, nil]) == [])
        #expect(found([nil, "refused"]) == ["host-unreachable: note"])
        let both = found(["refused", "refused"])
        #expect(!both.isEmpty && both.allSatisfy { $0 == "host-unreachable: error" })
    }

    @Test func `BadDeviceToken for an invented token proves that the credentials are valid`() {
        #expect(Example.findings { $0.liveResult = .rejected(.badDeviceToken) } == [])
        #expect(
            Example.findings { $0.liveResult = .rejected(.invalidProviderToken) }
                == ["live-request: error"])
        #expect(Example.findings { $0.liveResult = .rejected(.topicDisallowed) } == [])
        #expect(
            Example.findings {
                $0.topic = "com.example.app"
                $0.liveResult = .rejected(.topicDisallowed)
            } == ["live-request: error"])
        #expect(Example.findings { $0.liveResult = .none("timed out") } == ["live-request: error"])
        #expect(Example.findings { $0.liveResult = .accepted } == ["live-request: warning"])
    }
}
