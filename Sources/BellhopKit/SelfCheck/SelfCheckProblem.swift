// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// A problem with an app's notifications on a device. The raw value is its name in reports and
/// documents; ``explanation`` explains it.
public enum SelfCheckProblem: String, Hashable, Sendable, CaseIterable {
    case environmentEntitlementMissing = "entitlement.aps-environment-missing"
    case environmentEntitlementUnknown = "entitlement.aps-environment-unknown"
    case environmentMismatch = "entitlement.environment-mismatch"
    case remoteNotificationModeMissing = "background-mode.remote-notification-missing"
    case fetchModeMissing = "background-mode.fetch-missing"
    case taskNotPermitted = "background-task.not-permitted"
    case liveActivitiesNotDeclared = "live-activities.not-declared"
    case delegateMissing = "delegate.missing"
    case delegateNotOurs = "delegate.not-ours"
    case delegateLate = "delegate.late"
    case tokenNotRequested = "token.not-requested"
    case tokenNeverArrived = "token.never-arrived"
    case registrationFailed = "registration.failed"
    case serviceExtensionMissing = "extension.service-missing"
    case appGroupMissing = "app-group.missing"
    case appGroupNotConfigured = "app-group.not-configured"
    case appGroupNotWritable = "app-group.not-writable"
    case categoryUnknown = "category.unknown"
    case categoryInvalid = "category.faulty"
    case permissionNotDetermined = "permission.not-determined"
    case permissionDenied = "permission.denied"
    case permissionProvisional = "permission.provisional"
    case permissionEphemeral = "permission.ephemeral"
    case alertsOff = "setting.alerts-off"
    case soundsOff = "setting.sounds-off"
    case badgesOff = "setting.badges-off"
    case lockScreenOff = "setting.lock-screen-off"
    case notificationCenterOff = "setting.notification-center-off"
    case timeSensitiveOff = "setting.time-sensitive-off"
    case criticalAlertsOff = "setting.critical-alerts-off"
    case summaryOn = "setting.scheduled-summary-on"
    case previewsOff = "setting.previews-off"
    case backgroundRefreshDenied = "background-refresh.denied"
    case backgroundRefreshRestricted = "background-refresh.restricted"
    case lowPowerModeOn = "low-power-mode.on"
    case firebaseProxyOn = "firebase.proxy-on"
    case firebaseTokenMissing = "firebase.apns-token-missing"

    /// The severity of a problem.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// Something that the app uses cannot work.
        case error
        /// Something works less well than the app's developer may expect.
        case warning
        /// Nothing is wrong; the note explains what a person sees.
        case note

        public static func < (a: Severity, b: Severity) -> Bool { a.rank < b.rank }

        private var rank: Int {
            switch self {
            case .error: 0
            case .warning: 1
            case .note: 2
            }
        }
    }

    /// The description of a problem.
    public struct Explanation: Hashable, Sendable {
        public var severity: Severity
        public var what: String
        /// The reason why the problem matters.
        public var why: String
        /// The way to solve the problem.
        public var remedy: String

        init(_ severity: Severity, _ what: String, why: String, remedy: String) {
            self.severity = severity
            self.what = what
            self.why = why
            self.remedy = remedy
        }
    }
}

/// A problem that was found.
public struct SelfCheckFinding: Hashable, Sendable, Identifiable {
    public var problem: SelfCheckProblem
    /// Further detail, for instance an identifier.
    public var detail: String?

    public init(_ problem: SelfCheckProblem, detail: String? = nil) {
        self.problem = problem
        self.detail = detail
    }

    public var id: String { problem.rawValue }
    public var severity: SelfCheckProblem.Severity { problem.explanation.severity }
}
