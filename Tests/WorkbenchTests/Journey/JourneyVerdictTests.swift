// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Foundation
import GatewayAPI
import Testing
import Workbench

/// The description of a notification about which only the gateway has information.
struct JourneyVerdictTests {
    private static let id = "3f2504e0-4f89-41d3-9a0c-0305e82c3301"

    private func journey(
        _ state: DeliveryState, _ reason: String? = nil, status: Int? = nil,
        environment: APNSEnvironment = .sandbox
    ) throws -> Journey {
        let id = try #require(APNSID(Self.id))
        var journey = Journey(id: id)
        journey.sending = Journey.Sending(
            delivery: DeliveryResource(
                id: id.text, message: "m", installation: nil, token: "740f47…1a2b3c4d",
                environment: environment, apnsID: id, state: state, reason: reason,
                status: status, attempts: 2, updatedAt: Date(timeIntervalSince1970: 1_768_392_000)),
            message: nil, installation: nil)
        journey.gateway = .found
        return journey
    }

    @Test(arguments: [
        (DeliveryState.suppressed, "token_dead", "reported earlier that this token is invalid"),
        (.cancelled, "token_moved", "belongs to another user"),
        (.cancelled, "installation_deleted", "the installation was deleted"),
        (.expired, "not_sent", "no connection to APNs could be made"),
        (.rejected, "Unregistered", "410 Unregistered: the device token is no longer active"),
        (.suppressed, "request_not_possible", "cannot be turned into a request"),
    ])
    func `a failed delivery has a cause and remedies`(
        state: DeliveryState, reason: String, phrase: String
    ) throws {
        let verdict = try journey(state, reason).verdict
        #expect(!verdict.isGood)
        #expect(verdict.status.hasPrefix("not delivered: "))
        #expect(verdict.why?.contains(phrase) == true, "\(verdict)")
        #expect(!verdict.remedies.isEmpty)
    }

    @Test(
        arguments: [
            (DeliveryState.queued, "no_credential", "no key"),
            (.queued, "no_answer", "did not respond"),
            (.queued, "TooManyRequests", "429 TooManyRequests"),
            (.sending, nil, "on its way to APNs"),
        ] as [(DeliveryState, String?, String)])
    func `a delivery that is still at the gateway may still arrive`(
        state: DeliveryState, reason: String?, phrase: String
    ) throws {
        let verdict = try journey(state, reason).verdict
        #expect(verdict.isGood)
        #expect(verdict.status == "at the gateway")
        #expect(verdict.why?.contains(phrase) == true, "\(verdict)")
    }

    @Test func `Apple's console has details about accepted pushes in the sandbox only`() throws {
        let sandbox = try journey(.accepted).verdict
        #expect(sandbox.isGood && sandbox.status.contains("does not guarantee delivery"))
        #expect(sandbox.why?.contains("for 7 days, under the apns-unique-id") == true)
        let production = try journey(.accepted, environment: .production).verdict
        #expect(production.why?.contains("only totals") == true)
    }

    @Test func `every state has a description, and all but two include an unknown reason`() throws {
        for state in DeliveryState.allCases {
            let verdict = try journey(state, "something_new").verdict
            #expect(!verdict.status.isEmpty)
            if state != .accepted, state != .sending {
                #expect(verdict.why?.contains("something_new") == true, "\(state)")
            }
        }
    }
}
