// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The part of the service that injects faults; see ``ServiceFault``.
extension PushService {
    /// Adds a fault. After this call, the fault affects the requests and connections in its scope.
    ///
    /// - Throws: ``FaultError`` when the values are invalid or too many faults are active.
    public mutating func addFault(
        _ fault: ServiceFault, now: Date
    ) throws(FaultError) -> FaultPlan.Entry {
        if let problem = fault.problem { throw FaultError(description: problem) }
        guard let entry = faults.add(fault, now: now) else {
            throw FaultError(
                description: "there are already \(FaultPlan.countMax) active faults, which is the "
                    + "maximum; remove one first")
        }
        return entry
    }

    /// Ends the faults with the given number or name. Returns whether there was such a fault.
    public mutating func removeFault(_ reference: String) -> Bool { faults.remove(reference) }

    /// Ends all faults.
    public mutating func removeFaults() { faults.removeAll() }

    /// Returns the effects of faults on a new connection before its first request. Counts the
    /// connection if it is for notifications.
    public mutating func connect(
        environment: APNSEnvironment, endpoint: ServiceEndpoint = .notifications, now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> ConnectionFaults {
        faults.connection(in: environment, endpoint, now: now, using: &generator)
    }

    /// Processes a request that faults affect.
    mutating func process(
        _ inspection: Inspection, affectedBy selection: FaultPlan.Selection,
        connection: inout ConnectionState, using generator: inout some RandomNumberGenerator
    ) -> ServiceResponse {
        let last = log.lastSequence
        var response: ServiceResponse
        if let fault = selection.effect?.fault {
            let isProcessed = fault.letsProcess(inspection)
            response =
                isProcessed
                ? process(inspection, connection: &connection, using: &generator)
                : inject(fault, into: inspection, using: &generator)
            response.fault = fault.effect
            if fault.kind == .silence || !isProcessed && fault.kind == .goAway {
                response.isWithheld = true
            }
            if fault.kind == .expiredToken { connection.isWedged = true }
        } else {
            response = process(inspection, connection: &connection, using: &generator)
        }
        response.delay = selection.latency?.fault.delay?.duration(using: &generator) ?? .zero
        if log.lastSequence > last { log.note(fault: selection.names, of: log.lastSequence) }
        return response
    }

    /// Responds to a request with the values of a fault, without checking the request or delivering
    /// its notification.
    private mutating func inject(
        _ fault: ServiceFault, into inspection: Inspection,
        using generator: inout some RandomNumberGenerator
    ) -> ServiceResponse {
        let id = inspection.id.value ?? APNSID.madeByService(using: &generator)
        let isExpired = fault.kind == .expiredToken
        let status = isExpired ? RejectionReason.expiredProviderToken.status : fault.status ?? 0
        let reason = isExpired ? .expiredProviderToken : fault.status == nil ? nil : fault.reason
        // Only notifications are logged.
        if inspection.endpoint == .notifications {
            record(
                inspection, id: id, injected: (status, reason),
                because: "APNs did not process the request because of an injected fault: "
                    + "\(fault.kind.rawValue)")
        }
        let idHeader = inspection.usesRequestID ? APNSHeader.requestID : APNSHeader.id
        var headers = [ServiceRequest.Header(idHeader, id.text)]
        if let seconds = fault.retryAfter { headers.append(.init("retry-after", "\(seconds)")) }
        let body = reason.map { RejectionBody(reason: $0, timestamp: nil).encoded } ?? []
        if !body.isEmpty, options.sendsContentType {
            headers.append(.init("content-type", "application/json"))
        }
        return ServiceResponse(status: status, headers: headers, body: body, actions: [])
    }
}

extension ServiceFault {
    /// Returns whether a request is checked and processed despite the fault.
    fileprivate func letsProcess(_ inspection: Inspection) -> Bool {
        switch kind {
        case .status, .refusedStream, .expiredToken: false
        case .silence, .cut: isProcessed ?? false
        case .reset, .halfResponse: status == nil
        case .goAway: lastStream.map { inspection.connection.stream <= $0 } ?? true
        case .latency, .slowReader, .tinyWindow, .wrongCertificate: true
        }
    }

    /// The effect of the fault on the response.
    fileprivate var effect: ResponseFault? {
        switch kind {
        case .refusedStream: .resetStream(code: Self.refusedStreamCode)
        case .reset: .resetAfterHeaders(code: errorCode ?? Self.internalErrorCode)
        case .halfResponse: .half
        case .cut: .cut
        case .goAway:
            .goAway(
                reason: reason ?? .shutdown, errorCode: errorCode ?? 0, lastStream: lastStream)
        case .status, .latency, .silence, .expiredToken, .slowReader, .tinyWindow,
            .wrongCertificate:
            nil
        }
    }

    /// The error codes INTERNAL_ERROR and REFUSED_STREAM (RFC 9113 section 7).
    private static let internalErrorCode: UInt32 = 2
    private static let refusedStreamCode: UInt32 = 7
}
