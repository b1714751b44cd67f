// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import PushLint
import Testing

@Test func `a classic project yields targets, files, extensions and pods`() throws {
    let project = try ProjectData.read("Classic")
    #expect(project.problems.map(\.description) == [])
    let app = try #require(project.target("Courier"))
    #expect(app.product == .application)
    #expect(app.platforms == ["iOS"])
    #expect(app.sourcePaths == ["Courier/AppDelegate.swift"])
    #expect(app.resourcePaths == ["Courier/bell.caf", "Courier/en.lproj/Localizable.strings"])
    #expect(app.dependencies == ["NotificationService"])
    #expect(app.embeddedTargets == ["NotificationService"])
    #expect(
        app.externalDependencies == ["SwiftLint", "OneSignal", "FirebaseMessaging"])
    #expect(project.extensions(of: app).map(\.name) == ["NotificationService"])
    let service = try #require(project.target("NotificationService"))
    #expect(service.extensionPoint == ExtensionPoint.notificationService)
    #expect(service.externalDependencies == [])
    #expect(project.code(of: service).map(\.path).count == 1)
    #expect(service.location.position?.line == 136)
}

@Test func `configuration files, inheritance and conditions determine the settings of each build`()
    throws
{
    let project = try ProjectData.read("Classic")
    let app = try #require(project.target("Courier"))
    #expect(app.configurations.map(\.name) == ["Debug", "Release"])
    let (debug, release) = (app.configurations[0], app.configurations[1])
    #expect(debug.bundleID == "com.example.courier.dev")
    #expect(release.bundleID == "com.example.courier")
    #expect(
        debug.settings["OTHER_LDFLAGS"]
            == #"-ObjC -lz -framework "Courier" -framework "UserNotifications""#)
    #expect(debug.settings["API_HOST"] == "api.example.com")
    #expect(debug.settings["CODE_SIGN_IDENTITY"] == "Apple Development")
    #expect(debug.deploymentTarget == OSVersion(11))
    let location = try #require(debug.settingLocations["PRODUCT_BUNDLE_IDENTIFIER"])
    #expect(location.file == "Config/Debug.xcconfig" && location.position?.line == 5)
    let service = try #require(project.target("NotificationService"))
    #expect(service.configurations[0].bundleID == "com.example.courier.dev.NotificationService")
    #expect(service.configurations[0].deploymentTarget == OSVersion(12))
}

@Test func `Info.plist and entitlements are read for each configuration, with resolved settings`()
    throws
{
    let app = try #require(try ProjectData.read("Classic").target("Courier"))
    let (debug, release) = (app.configurations[0], app.configurations[1])
    #expect(debug.entitlements?.value["aps-environment"]?.string == "development")
    #expect(release.entitlements?.value["aps-environment"]?.string == "production")
    #expect(
        release.entitlements?.value["com.apple.security.application-groups"]?.strings
            == ["group.com.example.courier"])
    let info = try #require(debug.infoPlist)
    #expect(info.value["CFBundleName"]?.string == "Courier & Co")
    #expect(info.value["CFBundleIdentifier"]?.string == "com.example.courier.dev")
    #expect(info.value["APIHost"]?.string == "api.example.com")
    #expect(info.location(of: "UIBackgroundModes").position?.line == 11)
    #expect(info.location(of: ["UIBackgroundModes", "1"]).position?.line == 14)
}

@Test func `an Info.plist is generated from settings, with the locations of its keys`() throws {
    let project = try ProjectData.read("Generated")
    #expect(project.problems.map(\.description) == [])
    let app = try #require(project.target("Beacon"))
    let info = try #require(app.configurations[0].infoPlist)
    #expect(info.value["NSSupportsLiveActivities"] == .bool(true))
    #expect(info.value["CFBundleDisplayName"]?.string == "Beacon Dev")
    #expect(info.value["CFBundleIdentifier"]?.string == "com.example.beacon")
    #expect(info.value["UISupportedInterfaceOrientations~ipad"]?.strings.count == 2)
    let location = info.location(of: "NSSupportsLiveActivities")
    #expect(location.file == "Beacon.xcodeproj/project.pbxproj")
    #expect(location.position != nil)
    let widget = try #require(project.target("BeaconWidgetExtension"))
    #expect(widget.extensionPoint == ExtensionPoint.widget)
    #expect(
        widget.configurations[0].infoPlist?.value["CFBundleIdentifier"]?.string
            == "com.example.beacon.widget")
}

@Test func `entitlements that only Debug sets for devices apply to Debug, not to Release`() throws {
    let app = try #require(try ProjectData.read("Generated").target("Beacon"))
    #expect(app.configurations[0].entitlements != nil)
    #expect(app.configurations[1].entitlements == nil)
}

@Test func `products of packages are resolved to targets of the checkout`() throws {
    let project = try ProjectData.read("Generated")
    let app = try #require(project.target("Beacon"))
    #expect(app.externalDependencies == ["FirebaseMessaging", "Signals"])
    #expect(app.dependencies == ["BeaconWidgetExtension", "SignalCore", "SignalKit"])
    #expect(app.embeddedTargets == ["BeaconWidgetExtension"])
    #expect(
        project.code(of: app).map(\.path) == [
            "Beacon/BeaconApp.swift", "Signals/Sources/SignalCore/Core.swift",
            "Signals/Sources/SignalKit/Kit.swift",
        ])
    #expect(project.target("SignalKit")?.product == .library)
    #expect(project.target("SignalKit")?.externalDependencies == ["Logging"])
    #expect(project.target("SignalTests")?.product == .tests)
    #expect(project.target("Lint")?.product == .other)
    #expect(app.resourcePaths == ["Beacon/Assets.xcassets/Contents.json"])
}

@Test func `synchronized folders yield their files, with and without exceptions`() throws {
    let project = try ProjectData.read("Synchronized")
    let app = try #require(project.target("Tidings"))
    #expect(app.sourcePaths == ["Tidings/Shared/Envelope.swift", "Tidings/TidingsApp.swift"])
    #expect(app.resourcePaths == ["Tidings/chime.aiff"])
    #expect(app.platforms == ["iOS", "macOS"])
    #expect(app.embeddedTargets == ["TidingsService"])
    #expect(app.configurations[0].settings["SWIFT_VERSION"] == "6.0")
    #expect(
        app.configurations[0].infoPlist?.value["UIBackgroundModes"]?.strings
            == ["remote-notification"])
    let service = try #require(project.target("TidingsService"))
    #expect(
        service.sourcePaths == ["Tidings/Shared/Envelope.swift", "TidingsService/Service.swift"])
}

@Test func `a missing entitlements file is reported, with the line that names it`() throws {
    let project = try ProjectData.read("Synchronized")
    let problem = try #require(project.problems.first)
    #expect(project.problems.count == 1)
    #expect(problem.rule == "missing-file")
    #expect(problem.message.contains("TidingsService/Missing.entitlements"))
    #expect(problem.location.position != nil)
}
