// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Testing

struct ResourceTests {
    @Test func `a request written by a client is read by the gateway`() throws {
        let request = InstallationRequest(
            app: "com.example.app", token: try DeviceToken(hex: String(repeating: "ab", count: 32)),
            environment: .production, user: "alex", locale: "pt-BR", timeZone: "Europe/Lisbon",
            systemVersion: "19.0", appVersion: "1.2", family: .voip)
        let data = try GatewayJSON.encode(request)
        #expect(try InstallationRequest(reading: Array(data)) == request)
        let app = try GatewayJSON.encode(AppRequest(name: "Trains"))
        #expect(try AppRequest(reading: Array(app)).name == "Trains")
        let credential = CredentialRequest(p8: "secret-p8", keyID: "K", teamID: "T")
        let read = try CredentialRequest(reading: Array(try GatewayJSON.encode(credential)))
        #expect(read.p8 == "secret-p8")
        #expect(!"\(read) \(String(reflecting: read))".contains("secret-p8"))
    }

    @Test func `a problem shows the beginning of an unknown entry, without hidden characters`() {
        let entry = "\u{202E}" + String(repeating: "x", count: 100)
        let body = #"{"name":"n","scopes":["\#(entry)"]}"#
        let problem = #expect(throws: Problem.self) {
            try APIKeyRequest(reading: Array(body.utf8))
        }
        let shown = #""\u{202E}"# + String(repeating: "x", count: 39) + #"…"; send one or more"#
        #expect(problem?.detail.contains(shown) == true, "\(problem?.detail ?? "")")
    }

    @Test func `times are written in UTC, with milliseconds`() throws {
        let date = Date(timeIntervalSince1970: 1_767_225_600.25)
        #expect(GatewayJSON.text(of: date) == "2026-01-01T00:00:00.250Z")
        #expect(
            GatewayJSON.date("2026-01-01T01:00:00+01:00")
                == Date(timeIntervalSince1970: 1_767_225_600))
        #expect(GatewayJSON.date("yesterday") == nil)
    }

    @Test(arguments: DeliveryState.allCases)
    func `a delivery is open only while it is queued or being sent`(_ state: DeliveryState) {
        #expect(state.isTerminal == ![.queued, .sending].contains(state))
    }
}
