// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSService
import APNSWire
import ControlAPI
import SimulatorHost
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// One row of the table of reasons: how a sender causes the reason, and what the sender receives.
struct ReasonRow: Sendable, CustomTestStringConvertible {
    /// What causes the reason.
    enum Cause: String, Sendable {
        /// The method, the path, the headers or the body.
        case request
        case key
        case certificate
        case app
        case device
        /// The clock was moved.
        case clock
        /// A switch or a limit of the configuration, for what Apple does not publish.
        case configuration
        /// GOAWAY or the end of the simulator on demand.
        case control
        /// An injected fault: no request, key, app or clock causes the reason.
        case fault
    }

    /// What the sender receives.
    enum Effect: Sendable, Equatable {
        /// A response with the status of the reason.
        case response
        /// GOAWAY with the reason in its debug data.
        case goAway
    }

    /// The certificate that the sender presents.
    enum Certificate: Sendable {
        case valid, expired, ofUnknownAuthority, ofOtherEnvironment, ofSeveralTopics
    }

    let reason: RejectionReason
    var cause: Cause
    let name: String
    let kind: ReasonRequest.Kind
    var effect = Effect.response
    var environment = APNSEnvironment.sandbox
    var certificate: Certificate?
    /// Lines that are added to the configuration.
    var configuration = ""
    /// Whether the row ends the simulator.
    var endsSimulator = false
    /// The text of the reason on the wire, if it differs from the table.
    var spelling: String?
    /// The value of `timestamp` in the body, in milliseconds.
    var timestamp: Int?
    /// Changes a valid request.
    var change: @Sendable (ReasonScene, inout ReasonRequest) throws -> Void = { _, _ in }
    /// What happens after connecting and before the request.
    var before: @Sendable (ReasonScene, H2Client) async throws -> Void = { _, _ in }

    init(
        _ reason: RejectionReason, _ cause: Cause, _ name: String,
        _ kind: ReasonRequest.Kind = .push,
        _ change: @escaping @Sendable (ReasonScene, inout ReasonRequest) throws -> Void = { _, _ in
        }
    ) {
        self.reason = reason
        self.cause = cause
        self.name = name
        self.kind = kind
        self.change = change
    }

    var testDescription: String { "\(kind) \(reason): \(name)" }

    /// The body of the response.
    var body: String {
        let text = spelling ?? reason.rawValue
        return timestamp.map { #"{"reason":"\#(text)","timestamp":\#($0)}"# }
            ?? #"{"reason":"\#(text)"}"#
    }
}

extension ReasonRow {
    /// Returns the row after a change of its properties.
    func with(_ change: (inout ReasonRow) -> Void) -> ReasonRow {
        var row = self
        change(&row)
        return row
    }

    /// Returns a row in which a header has another value; `nil` removes the header.
    static func header(
        _ reason: RejectionReason, _ name: String, _ value: String?,
        _ kind: ReasonRequest.Kind = .push
    ) -> ReasonRow {
        ReasonRow(reason, .request, "\(name) \(value ?? "absent")", kind) { _, request in
            request.set(name, value)
        }
    }

    /// Returns a row for an injected fault.
    static func fault(_ reason: RejectionReason, _ kind: ReasonRequest.Kind) -> ReasonRow {
        ReasonRow(reason, .fault, "a fault", kind).with { row in
            row.before = { scene, _ in
                let endpoint = kind.endpoint.rawValue
                let fault =
                    #"{"fault":"status","status":\#(reason.status),"reason":"\#(reason)","#
                    + #""endpoint":"\#(endpoint)","count":1}"#
                _ = try await scene.host.addFault(Data(fault.utf8))
            }
        }
    }
}
