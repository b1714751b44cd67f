// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import GatewayAPI
import Testing

@testable import BellhopKit

/// An app without problems, and a cause for each problem.
private enum Cause {
    static let healthy: SelfCheckFacts = {
        var needs = SelfCheckNeeds(appGroup: "group.com.example.shop")
        needs.serviceExtension = true
        needs.liveActivities = true
        needs.refreshTasks = ["com.example.shop.refresh"]
        needs.categories = ["order"]
        var facts = SelfCheckFacts(needs: needs)
        facts.environmentEntitlement = "development"
        facts.environment = .sandbox
        facts.backgroundModes = ["remote-notification", "fetch"]
        facts.permittedTasks = ["com.example.shop.refresh", "com.example.shop.other"]
        facts.declaresLiveActivities = true
        facts.delegate = .ours
        facts.delegateInTime = true
        facts.token = .arrived
        facts.settings = allowed
        facts.backgroundRefresh = .available
        facts.hasServiceExtension = true
        facts.hasAppGroup = true
        facts.categories = ["order", "chat"]
        return facts
    }()

    static let allowed: SettingsReading = {
        var settings = SettingsReading(authorization: .authorized)
        settings.alert = true
        settings.sound = true
        settings.badge = true
        settings.lockScreen = true
        settings.notificationCenter = true
        settings.timeSensitive = true
        settings.criticalAlert = true
        settings.scheduledDelivery = false
        settings.hidesPreviews = false
        return settings
    }()

    /// Causes one problem.
    static func make(_ problem: SelfCheckProblem, in facts: inout SelfCheckFacts) {
        switch problem {
        case .environmentEntitlementMissing: facts.environmentEntitlement = nil
        case .environmentEntitlementUnknown: facts.environmentEntitlement = "staging"
        case .environmentMismatch: facts.environment = .production
        case .remoteNotificationModeMissing: facts.backgroundModes.remove("remote-notification")
        case .fetchModeMissing: facts.backgroundModes.remove("fetch")
        case .taskNotPermitted: facts.permittedTasks = []
        case .liveActivitiesNotDeclared: facts.declaresLiveActivities = false
        case .delegateMissing: facts.delegate = SelfCheckFacts.Delegate.none
        case .delegateNotOurs: facts.delegate = .other("Analytics")
        case .delegateLate: facts.delegateInTime = false
        case .tokenNotRequested: facts.token = .notRequested
        case .tokenNeverArrived: facts.token = .waiting(seconds: 61)
        case .registrationFailed: facts.token = .failed("no network")
        case .serviceExtensionMissing: facts.hasServiceExtension = false
        case .appGroupMissing: facts.hasAppGroup = false
        case .appGroupNotConfigured: facts.needs.appGroup = nil
        case .appGroupNotWritable: facts.folderError = "read only"
        case .categoryUnknown: facts.categories = ["chat"]
        case .categoryInvalid: facts.categoryProblems = ["category \"order\" is declared twice"]
        case .permissionNotDetermined: facts.settings?.authorization = .notDetermined
        case .permissionDenied: facts.settings?.authorization = .denied
        case .permissionProvisional: facts.settings?.authorization = .provisional
        case .permissionEphemeral: facts.settings?.authorization = .ephemeral
        case .alertsOff: facts.settings?.alert = false
        case .soundsOff: facts.settings?.sound = false
        case .badgesOff: facts.settings?.badge = false
        case .lockScreenOff: facts.settings?.lockScreen = false
        case .notificationCenterOff: facts.settings?.notificationCenter = false
        case .timeSensitiveOff: facts.settings?.timeSensitive = false
        case .criticalAlertsOff: facts.settings?.criticalAlert = false
        case .summaryOn: facts.settings?.scheduledDelivery = true
        case .previewsOff: facts.settings?.hidesPreviews = true
        case .backgroundRefreshDenied: facts.backgroundRefresh = .denied
        case .backgroundRefreshRestricted: facts.backgroundRefresh = .restricted
        case .lowPowerModeOn: facts.isLowPower = true
        case .firebaseProxyOn: facts.hasFirebaseMessaging = true
        case .firebaseTokenMissing:
            facts.hasFirebaseMessaging = true
            facts.firebaseProxyEnabled = false
            facts.firebaseHasToken = false
        }
    }
}

struct SelfCheckReportTests {
    @Test func `the self-check of a healthy app reports no problems`() {
        let report = SelfCheckReport(Cause.healthy)
        #expect(report.findings == [])
        #expect(report.isFine)
        #expect(report.description == "self-check: no problems found")
    }

    @Test(arguments: SelfCheckProblem.allCases)
    func `each cause leads to its problem and no other`(
        problem: SelfCheckProblem
    ) {
        var facts = Cause.healthy
        Cause.make(problem, in: &facts)
        let report = SelfCheckReport(facts)
        #expect(report.findings.map(\.problem) == [problem])
        #expect(report.isFine == (problem.explanation.severity != .error))
    }

    @Test func `facts about a feature that the app does not need cause no finding`() {
        var facts = SelfCheckFacts()
        facts.environmentEntitlement = "production"
        facts.hasServiceExtension = false
        facts.isLowPower = true
        facts.backgroundRefresh = .denied
        facts.needs.backgroundPushes = false
        #expect(SelfCheckReport(facts).findings == [])
        let needs = [\SelfCheckNeeds.backgroundPushes, \.serviceExtension, \.liveActivities]
        for need in needs {
            var facts = facts
            facts.needs[keyPath: need] = true
            #expect(!SelfCheckReport(facts).findings.isEmpty)
        }
    }

    @Test func `facts that cannot be determined are not reported as problems`() {
        var facts = SelfCheckFacts()
        facts.hasReadableEntitlements = false
        facts.needs.backgroundPushes = false
        #expect(SelfCheckReport(facts).findings == [])
    }

    @Test(arguments: [nil, 0, 60] as [Int?])
    func `a wait of up to a minute for the token is not reported`(seconds: Int?) {
        var facts = Cause.healthy
        facts.token = seconds.map { .waiting(seconds: $0) }
        #expect(SelfCheckReport(facts).findings == [])
    }

    @Test func `if permission is provisional or denied, individual settings are not reported`() {
        for authorization in [PermissionSnapshot.Authorization.provisional, .denied] {
            var facts = Cause.healthy
            facts.settings = Cause.allowed
            facts.settings?.authorization = authorization
            facts.settings?.alert = false
            facts.settings?.sound = false
            #expect(SelfCheckReport(facts).findings.count == 1)
        }
    }

    @Test
    func `no problem is reported if Firebase has its token, cannot have one or was not asked`() {
        var facts = Cause.healthy
        facts.hasFirebaseMessaging = true
        facts.firebaseProxyEnabled = false
        for (token, has) in [
            (SelfCheckFacts.Token.arrived, true), (.waiting(seconds: 1), false), (.arrived, nil),
        ] as [(SelfCheckFacts.Token, Bool?)] {
            facts.token = token
            facts.firebaseHasToken = has
            #expect(SelfCheckReport(facts).findings == [])
        }
    }

    @Test func `the most serious finding is first, and each has a name, a reason and a remedy`() {
        var facts = Cause.healthy
        for problem in [SelfCheckProblem.soundsOff, .permissionEphemeral, .taskNotPermitted] {
            Cause.make(problem, in: &facts)
        }
        facts.categories = []
        #expect(
            SelfCheckReport(facts).description == """
                self-check: 1 error, 1 warning, 2 notes
                error background-task.not-permitted: a background task is not in \
                BGTaskSchedulerPermittedIdentifiers (com.example.shop.refresh)
                    why: the system neither registers nor schedules it
                    do: add its identifier to that list in Info.plist
                warning category.unknown: the server sent a category that the app does not \
                declare (order)
                    why: notifications of that category have no actions and no content extension
                    do: declare the category in PushConfiguration, or correct the server
                note permission.ephemeral: this App Clip may send notifications for up to eight \
                hours
                    why: the system shows no notifications of the App Clip after that time
                    do: for a longer time, ask with NotificationPermission.request(because:)
                note setting.sounds-off: sounds are off
                    why: notifications are silent
                    do: change the setting in Settings, Notifications; \
                NotificationPermission.settingsLink opens it
                """)
    }
}
