// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The decisions of Apple's push servers, without any I/O. A service decides whether a request is
/// accepted and how its notification is delivered.
///
/// A service is a value: it receives events and the time, and returns responses and actions.
/// `handle` applies the checks in `AcceptanceCheck.standardOrder` to a request; the other methods
/// report changes to apps and devices. One value serves both environments, so that it can recognize
/// a token that was sent to the wrong environment.
public struct PushService: Sendable {
    public var options: ServiceOptions { didSet { configurationChanged() } }
    public let limits: ServiceLimits
    public internal(set) var registry: ServiceRegistry
    public internal(set) var log: ServiceLog
    public internal(set) var channels: ChannelRegistry
    /// The injected faults.
    public internal(set) var faults = FaultPlan()
    var store: [StoredPush.Slot: StoredPush] = [:]
    var tokenRates = TokenRates()
    /// The number of seconds by which the time of requests is ahead of the clock that is used to
    /// check provider tokens. Senders use the real clock to make their tokens, even if the
    /// service's clock has been moved.
    var clockLead: TimeInterval = 0
    /// Checks the provider tokens of requests.
    package var tokenCheck: any ProviderTokenCheck { didSet { configurationChanged() } }
    let checks: [AcceptanceCheck]
    /// The identity of the current options, keys and apps. A ``KnownRequest`` is valid only for the
    /// configuration under which it was accepted.
    private(set) var configuration = Configuration()

    /// The identity of the options.
    final class Configuration: Sendable {}

    /// - Parameter tokenCheck: the check of provider tokens. If senders connect over a network,
    ///   pass `SignedTokenCheck` from APNSAuth.
    public init(
        tokenCheck: any ProviderTokenCheck, options: ServiceOptions = ServiceOptions(),
        limits: ServiceLimits = ServiceLimits()
    ) {
        self.init(
            tokenCheck: tokenCheck, options: options, limits: limits,
            checks: AcceptanceCheck.standardOrder)
    }

    init(
        tokenCheck: any ProviderTokenCheck, options: ServiceOptions, limits: ServiceLimits,
        checks: [AcceptanceCheck]
    ) {
        self.tokenCheck = tokenCheck
        self.options = options
        self.limits = limits
        self.checks = checks
        registry = ServiceRegistry(limits: limits)
        channels = ChannelRegistry(limits: limits)
        log = ServiceLog(entryCountMax: limits.logEntryCountMax)
    }

    // MARK: Requests

    /// Checks a request and, if it is accepted, starts the delivery.
    ///
    /// - Parameters:
    ///   - connection: the service's state of the connection on which the request arrived.
    ///   - endpoint: the kind of server that received the request.
    ///   - environment: the environment of that server.
    public mutating func handle(
        _ request: ServiceRequest, connection: inout ConnectionState,
        endpoint: ServiceEndpoint = .notifications, environment: APNSEnvironment,
        now: Date, using generator: inout some RandomNumberGenerator
    ) -> ServiceResponse {
        let inspection = Inspection(
            request, endpoint: endpoint, environment: environment, now: now, connection: connection,
            options: options, keys: registry.keys, tokenCheck: tokenCheck, clockLead: clockLead)
        guard let selection = faults.selection(for: inspection, using: &generator) else {
            return process(inspection, connection: &connection, using: &generator)
        }
        return process(
            inspection, affectedBy: selection, connection: &connection, using: &generator)
    }

    /// Processes a request that no fault affects.
    mutating func process(
        _ inspection: Inspection, connection: inout ConnectionState,
        using generator: inout some RandomNumberGenerator
    ) -> ServiceResponse {
        let verdict = judge(inspection)
        var actions: [ServiceAction] = []
        if verdict.hasValidToken, let token = inspection.token {
            connection.adopt(token, apps: registry.apps, now: inspection.now)
        }
        let id = inspection.id.value ?? APNSID.madeByService(using: &generator)
        connection.note(verdict.refusal?.reason)
        let isSilent = options.silence.covers(connection)
        actions += streamCountChange(
            &connection, isRefused: verdict.refusal?.countsAsError ?? false)
        if let refusal = verdict.refusal {
            // Only notifications are logged. Clients that manage channels see the reason in the
            // response.
            if inspection.endpoint == .notifications {
                record(inspection, id: id, refusal: refusal)
            }
            if let max = options.refusalsBeforeGoAway, connection.refusalsInARow >= max {
                actions.append(.goAway(.tooManyRequests))
            }
            return respond(
                refusal, to: inspection, id: id, actions: actions, isWithheld: isSilent)
        }
        if inspection.channelBundleID != nil {
            var response = carryOut(inspection, id: id, using: &generator)
            response.actions = actions + response.actions
            response.isWithheld = isSilent
            return response
        }
        let uniqueID =
            inspection.environment == .sandbox ? APNSID.random(using: &generator) : nil
        actions += accept(inspection, id: id, uniqueID: uniqueID)
        var headers = [ServiceRequest.Header(APNSHeader.id, id.text)]
        if let uniqueID { headers.append(.init(APNSHeader.uniqueID, uniqueID.text)) }
        return ServiceResponse(
            status: 200, headers: headers, body: [], actions: actions, isWithheld: isSilent)
    }

    /// Rejects a request without checking it, for instance because a server is overloaded.
    public mutating func refuse(
        _ request: ServiceRequest, because reason: RejectionReason, connection: ConnectionState,
        endpoint: ServiceEndpoint = .notifications, environment: APNSEnvironment, now: Date,
        using generator: inout some RandomNumberGenerator
    ) -> ServiceResponse {
        let inspection = Inspection(
            request, endpoint: endpoint, environment: environment, now: now, connection: connection,
            options: options, keys: registry.keys, tokenCheck: tokenCheck, clockLead: clockLead)
        let id = inspection.id.value ?? APNSID.madeByService(using: &generator)
        if endpoint == .notifications { record(inspection, id: id, refusal: Refusal(reason)) }
        return respond(Refusal(reason), to: inspection, id: id, actions: [])
    }

    /// Invalidates every ``KnownRequest`` that was returned before this call.
    mutating func configurationChanged() { configuration = Configuration() }

    func judge(_ inspection: Inspection) -> (refusal: Refusal?, hasValidToken: Bool) {
        let checks =
            switch inspection.path {
            case .device, .unknown: self.checks
            case .broadcast: AcceptanceCheck.broadcastOrder
            case .channels, .allChannels: AcceptanceCheck.managementOrder
            }
        var openCredentialChecks = checks.count {
            $0.group == .credentials || $0.group == .connection
        }
        for check in checks {
            if let refusal = check.decide(inspection, self) {
                return (refusal, openCredentialChecks == 0)
            }
            if check.group == .credentials || check.group == .connection {
                openCredentialChecks -= 1
            }
        }
        return (nil, true)
    }

    private func respond(
        _ refusal: Refusal, to inspection: Inspection, id: APNSID, actions: [ServiceAction],
        isWithheld: Bool = false
    ) -> ServiceResponse {
        var body = RejectionBody(reason: refusal.reason, timestamp: refusal.timestamp).encoded
        if options.sendsEnvironmentReasonAsSeenOnWire, refusal.reason == .badEnvironmentKeyIDInToken
        {
            body = JSONWriter.write(.object(["reason": "BadEnvironmentKeyInToken"]))
        }
        let idHeader = inspection.usesRequestID ? APNSHeader.requestID : APNSHeader.id
        var headers = [ServiceRequest.Header(idHeader, id.text)]
        if options.sendsContentType { headers.append(.init("content-type", "application/json")) }
        return ServiceResponse(
            status: refusal.reason.status, headers: headers, body: body, actions: actions,
            isWithheld: isWithheld)
    }
}

extension ConnectionState {
    /// Makes the token of a request the connection's current token. The first token also binds the
    /// connection to the team of its key, and to the apps that are registered at that time.
    mutating func adopt(_ verified: VerifiedToken, apps: [String: String], now: Date) {
        if binding == nil {
            binding = Binding(
                teamID: verified.key.teamID, keyID: verified.key.keyID,
                bundleIDs: verified.key.bundleIDs, apps: apps)
        }
        guard token?.text != verified.text else { return }
        token = CurrentToken(
            text: verified.text, keyID: verified.key.keyID, issuedAt: verified.issuedAt,
            oddities: verified.oddities, since: now)
    }

    /// Counts consecutive rejections. Apple documents that 410 does not count as an error.
    mutating func note(_ reason: RejectionReason?) {
        if reason == .expiredProviderToken { sawExpiredToken = true }
        guard let reason else { return refusalsInARow = 0 }
        if reason.status != 410 { refusalsInARow += 1 }
    }
}

extension APNSID {
    /// Makes an `apns-id` in uppercase. Measurements show that APNs does so.
    static func madeByService(using generator: inout some RandomNumberGenerator) -> APNSID {
        APNSID.random(using: &generator).uppercased
    }
}
