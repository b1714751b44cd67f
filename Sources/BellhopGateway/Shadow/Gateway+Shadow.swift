// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
public import GatewayAPI
import GatewayModel
import PushLint

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The shadow mode of an app: everything is decided, and nothing is sent.
extension Gateway {
    /// The time that a report covers by default, in seconds: 24 hours.
    static let shadowSecondsDefault = 24.0 * 3600
    /// The maximum number of remarks about the payload of one request.
    private static let remarksMax = 5

    /// Accepts the request of a sender to an app in shadow mode, and stores how the gateway would
    /// have treated it differently from the other sender.
    func shadow(
        _ request: SenderRequest, of app: StoredApp, from sender: Sender
    ) async throws -> APNSID {
        do {
            let accepted = try await accept(request, of: app, from: sender)
            guard accepted.isNew, let push = try? request.content.get() else { return accepted.id }
            var findings = Self.remarks(about: push)
            if !accepted.isKnown {
                findings.append(ShadowFinding(kind: .remark, reason: ShadowMeaning.unknownToken))
            }
            for index in findings.indices { findings[index].id = accepted.id }
            try await add(findings, app: app.bundleID)
            return accepted.id
        } catch let refusal as SenderRefusal {
            let finding = ShadowFinding(
                kind: .refused, reason: refusal.reason.rawValue,
                id: try? request.content.get().id, detail: refusal.explanation)
            try await add([finding], app: app.bundleID)
            throw refusal
        }
    }

    private func add(_ findings: [ShadowFinding], app: String) async throws {
        guard !findings.isEmpty, let store = store as? SQLStore else { return }
        let now = time.now
        try await store.write { db in try await SQLShadow.add(db, findings, app: app, now: now) }
    }

    /// Returns the errors that lint finds in a payload. Apple accepts such a payload, but the phone
    /// shows something else than was meant.
    private static func remarks(about push: PushRequest) -> [ShadowFinding] {
        var context = LintContext()
        for (name, value) in push.headerFields {
            context.headers[name] = LintContext.Header(
                value, at: Diagnostic.Location(file: "headers", keyPath: "headers.\(name)"))
        }
        let source = SourceText(name: "payload", bytes: push.body)
        var places: [String: String] = [:]
        for finding in PayloadLinter().lint(source, context: context)
        where finding.severity == .error && places[finding.rule] == nil {
            places[finding.rule] = finding.location.keyPath
        }
        return places.sorted { $0.key < $1.key }.prefix(remarksMax).map { rule, place in
            ShadowFinding(kind: .remark, reason: rule, detail: place.isEmpty ? nil : place)
        }
    }

    /// Returns what the gateway would have sent for an app in shadow mode, and how this differs
    /// from what the other sender sends.
    ///
    /// - Parameter since: the time from which requests are counted; 24 hours ago by default.
    /// - Throws: `Problem` if there is no such app.
    public func shadowReport(
        of bundleID: String, since: Date? = nil
    ) async throws -> ShadowReport {
        let store = try requireResults()
        guard let app = try await store.app(bundleID: bundleID) else {
            throw Problem.appNotFound(bundleID)
        }
        let since = since ?? time.now.addingTimeInterval(-Self.shadowSecondsDefault)
        let groups = try await store.read {
            db -> (findings: [SQLShadow.Group], deliveries: [SQLShadow.Group]) in
            guard let number = try await SQLApps.number(db, bundleID) else { return ([], []) }
            return (
                try await SQLShadow.findings(db, app: number, since: since),
                try await SQLShadow.deliveries(db, app: number, since: since)
            )
        }
        func count(_ groups: [SQLShadow.Group]) -> Int { groups.reduce(0) { $0 + $1.count } }
        let isSent = { (group: SQLShadow.Group) in
            group.kind == .suppressed && group.reason == OutcomeCode.Reason.shadow
        }
        let differences = groups.findings + groups.deliveries.filter { !isSent($0) }
        return ShadowReport(
            app: bundleID, shadow: app.isShadow, since: since,
            requests: count(groups.deliveries)
                + count(groups.findings.filter { $0.kind == .refused }),
            wouldSend: count(groups.deliveries.filter(isSent)),
            differences: differences.sorted { $0.count > $1.count }.map { group in
                ShadowReport.Difference(
                    kind: group.kind, reason: group.reason, count: group.count,
                    meaning: ShadowMeaning.text(group.kind, group.reason),
                    examples: group.examples)
            },
            isIncomplete: count(groups.findings) >= SQLShadow.examinedMax
                || count(groups.deliveries) >= SQLShadow.examinedMax)
    }
}

/// What the differences in a report mean.
enum ShadowMeaning {
    /// The reason of a remark about a token that no app has registered at the gateway.
    static let unknownToken = "unknown_token"

    private static let rules = Dictionary(
        LintRule.rows.map { ($0.id, $0.why) }, uniquingKeysWith: { first, _ in first })

    static func text(_ kind: ShadowReport.Kind, _ reason: String) -> String {
        switch kind {
        case .refused:
            RejectionReason(rawValue: reason).row.map { "\($0.meaning); \($0.remedy)" }
                ?? "the gateway refuses the request with this reason"
        case .suppressed:
            switch reason {
            case OutcomeCode.Reason.noConsent:
                "the person has denied notifications, as of the app's last report; the app's "
                    + "setting \"denied\" changes this"
            case OutcomeCode.Reason.shadow: "it would have been sent"
            default: "the gateway knows that the device token is not used any more"
            }
        case .remark:
            reason == unknownToken
                ? "no app has registered the token at the gateway; it would be sent, but without "
                    + "the token's user, permission and history"
                : rules[reason] ?? "lint reports an error in the payload"
        }
    }
}

extension Problem {
    static func appInShadow(_ bundleID: String) -> Problem {
        Problem(
            .appInShadow,
            "\(bundleID) is in shadow mode, so nothing is sent for it; end it with PUT "
                + "/v1/apps/\(bundleID) and \"shadow\":false")
    }
}
