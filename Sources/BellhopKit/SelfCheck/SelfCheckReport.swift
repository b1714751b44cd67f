// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI

/// The findings of the check, most serious first.
public struct SelfCheckReport: Hashable, Sendable, CustomStringConvertible {
    /// The time, in seconds, after which a token is no longer expected to arrive.
    static let tokenWaitMax = 60

    public let findings: [SelfCheckFinding]

    /// Determines the findings. The same facts always lead to the same findings.
    public init(_ facts: SelfCheckFacts) {
        var findings = Self.declarations(facts) + Self.code(facts) + Self.sharing(facts)
        findings += facts.settings.map { Self.permission($0) } ?? []
        findings += Self.device(facts) + Self.firebase(facts)
        // Sorting is not guaranteed to be stable, so equal elements are compared by their index.
        self.findings = findings.enumerated().sorted {
            ($0.element.severity, $0.offset) < ($1.element.severity, $1.offset)
        }.map(\.element)
    }

    /// Whether there is no finding with the severity `error`.
    public var isFine: Bool { !findings.contains { $0.severity == .error } }

    /// The report in lines, for the log of a debug build.
    public var description: String {
        guard !findings.isEmpty else { return "self-check: no problems found" }
        let counts = SelfCheckProblem.Severity.allCases.compactMap { severity -> String? in
            let count = findings.filter { $0.severity == severity }.count
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        let lines = findings.map { finding in
            let explanation = finding.problem.explanation
            let what = finding.detail.map { "\(explanation.what) (\($0))" } ?? explanation.what
            return """
                \(explanation.severity.rawValue) \(finding.id): \(what)
                    why: \(explanation.why)
                    do: \(explanation.remedy)
                """
        }
        return (["self-check: " + counts.joined(separator: ", ")] + lines).joined(separator: "\n")
    }
}

extension SelfCheckReport {
    private static func declarations(_ facts: SelfCheckFacts) -> [SelfCheckFinding] {
        var found: [SelfCheckFinding] = []
        if facts.hasReadableEntitlements {
            switch facts.environmentEntitlement {
            case nil: found.append(SelfCheckFinding(.environmentEntitlementMissing))
            case let text?:
                let signed = APNSEnvironment(entitlement: text)
                if signed == nil {
                    found.append(SelfCheckFinding(.environmentEntitlementUnknown, detail: text))
                } else if let sent = facts.environment, sent != signed {
                    found.append(
                        SelfCheckFinding(
                            .environmentMismatch, detail: "signed for \(text), sent \(sent)"))
                }
            }
        }
        if facts.needs.backgroundPushes, !facts.backgroundModes.contains("remote-notification") {
            found.append(SelfCheckFinding(.remoteNotificationModeMissing))
        }
        if !facts.needs.refreshTasks.isEmpty, !facts.backgroundModes.contains("fetch") {
            found.append(SelfCheckFinding(.fetchModeMissing))
        }
        for task in facts.needs.refreshTasks.subtracting(facts.permittedTasks).sorted() {
            found.append(SelfCheckFinding(.taskNotPermitted, detail: task))
        }
        if facts.needs.liveActivities, !facts.declaresLiveActivities {
            found.append(SelfCheckFinding(.liveActivitiesNotDeclared))
        }
        return found
    }

    private static func code(_ facts: SelfCheckFacts) -> [SelfCheckFinding] {
        var found: [SelfCheckFinding] = []
        switch facts.delegate {
        case SelfCheckFacts.Delegate.none?: found.append(SelfCheckFinding(.delegateMissing))
        case .other(let type)?: found.append(SelfCheckFinding(.delegateNotOurs, detail: type))
        case .ours?, nil: break
        }
        if facts.delegateInTime == false, facts.delegate != SelfCheckFacts.Delegate.none {
            found.append(SelfCheckFinding(.delegateLate))
        }
        switch facts.token {
        case .notRequested?: found.append(SelfCheckFinding(.tokenNotRequested))
        case .waiting(let seconds)? where seconds > tokenWaitMax:
            found.append(SelfCheckFinding(.tokenNeverArrived, detail: "for \(seconds) s"))
        case .failed(let error)?: found.append(SelfCheckFinding(.registrationFailed, detail: error))
        case .arrived?, .waiting?, nil: break
        }
        for category in facts.needs.categories.subtracting(facts.categories).sorted() {
            found.append(SelfCheckFinding(.categoryUnknown, detail: category))
        }
        found += facts.categoryProblems.map { SelfCheckFinding(.categoryInvalid, detail: $0) }
        return found
    }

    /// Findings about data that the app shares with its extensions.
    private static func sharing(_ facts: SelfCheckFacts) -> [SelfCheckFinding] {
        var found: [SelfCheckFinding] = []
        if facts.needs.serviceExtension, facts.hasServiceExtension == false {
            found.append(SelfCheckFinding(.serviceExtensionMissing))
        }
        if let group = facts.needs.appGroup {
            if facts.hasAppGroup == false {
                found.append(SelfCheckFinding(.appGroupMissing, detail: group))
            }
        } else if facts.hasServiceExtension == true {
            found.append(SelfCheckFinding(.appGroupNotConfigured))
        }
        if let error = facts.folderError {
            found.append(SelfCheckFinding(.appGroupNotWritable, detail: error))
        }
        return found
    }

    private static func permission(_ settings: SettingsReading) -> [SelfCheckFinding] {
        switch settings.authorization {
        case .notDetermined: return [SelfCheckFinding(.permissionNotDetermined)]
        case .denied: return [SelfCheckFinding(.permissionDenied)]
        // The individual settings are not reported, because they are off only as a part of
        // provisional permission.
        case .provisional: return [SelfCheckFinding(.permissionProvisional)]
        case .ephemeral: return [SelfCheckFinding(.permissionEphemeral)] + switches(settings)
        case .authorized: return switches(settings)
        }
    }

    private static func switches(_ settings: SettingsReading) -> [SelfCheckFinding] {
        let off: [(Bool?, SelfCheckProblem)] = [
            (settings.alert, .alertsOff), (settings.sound, .soundsOff),
            (settings.badge, .badgesOff), (settings.lockScreen, .lockScreenOff),
            (settings.notificationCenter, .notificationCenterOff),
            (settings.timeSensitive, .timeSensitiveOff),
            (settings.criticalAlert, .criticalAlertsOff),
        ]
        var found = off.filter { $0.0 == false }.map { SelfCheckFinding($0.1) }
        if settings.scheduledDelivery == true { found.append(SelfCheckFinding(.summaryOn)) }
        if settings.hidesPreviews == true { found.append(SelfCheckFinding(.previewsOff)) }
        return found
    }

    private static func device(_ facts: SelfCheckFacts) -> [SelfCheckFinding] {
        var found: [SelfCheckFinding] = []
        let wakes = facts.needs.backgroundPushes || !facts.needs.refreshTasks.isEmpty
        guard wakes else { return found }
        switch facts.backgroundRefresh {
        case .denied?: found.append(SelfCheckFinding(.backgroundRefreshDenied))
        case .restricted?: found.append(SelfCheckFinding(.backgroundRefreshRestricted))
        case .available?, nil: break
        }
        if facts.isLowPower { found.append(SelfCheckFinding(.lowPowerModeOn)) }
        return found
    }

    private static func firebase(_ facts: SelfCheckFacts) -> [SelfCheckFinding] {
        guard facts.hasFirebaseMessaging else { return [] }
        if facts.firebaseProxyEnabled { return [SelfCheckFinding(.firebaseProxyOn)] }
        // Until the system's token has arrived, the app has none to give to Firebase.
        guard facts.token == .arrived, facts.firebaseHasToken == false else { return [] }
        return [SelfCheckFinding(.firebaseTokenMissing)]
    }
}
