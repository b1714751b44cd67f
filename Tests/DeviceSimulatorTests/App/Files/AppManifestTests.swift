// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Testing

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An XML property list.
private func plist(_ body: String, name: String = "Info.plist") -> AppFile {
    AppFile(
        name: name,
        text: """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0"><dict>\(body)</dict></plist>
            """)
}

private func entitlements(_ body: String) -> AppFile {
    plist(body, name: "App.entitlements")
}

private let identifier = "<key>CFBundleIdentifier</key><string>com.example.chat</string>"

@Test func `the description of an app is read from its Info.plist and entitlements`() throws {
    let manifest = try AppManifest(
        infoPlist: plist(
            identifier
                + """
                <key>CFBundleDisplayName</key><string>Chat</string>
                <key>CFBundleName</key><string>ChatApp</string>
                <key>CFBundleDevelopmentRegion</key><string>de</string>
                <key>UIBackgroundModes</key>
                <array><string>remote-notification</string><string>audio</string></array>
                <key>NSSupportsLiveActivities</key><true/>
                <key>NSSupportsLiveActivitiesFrequentUpdates</key><string>YES</string>
                <key>BGTaskSchedulerPermittedIdentifiers</key>
                <array><string>com.example.refresh</string></array>
                <key>NSLocationWhenInUseUsageDescription</key><string>Reminders</string>
                <key>SomethingElse</key><date>2026-01-14T08:00:00Z</date>
                """),
        entitlements: entitlements(
            """
            <key>aps-environment</key><string>production</string>
            <key>com.apple.developer.usernotifications.time-sensitive</key><true/>
            <key>com.apple.developer.usernotifications.critical-alerts</key><true/>
            <key>com.apple.developer.usernotifications.filtering</key><false/>
            <key>com.apple.developer.usernotifications.communication</key><true/>
            <key>com.apple.developer.carplay-communication</key><true/>
            <key>com.apple.security.application-groups</key>
            <array><string>group.com.example</string></array>
            """))
    var expected = AppCapabilities(
        environment: .production, remoteNotificationBackgroundMode: true, timeSensitive: true,
        criticalAlerts: true)
    expected.voipBackgroundMode = false
    expected.fetchBackgroundMode = false
    expected.communication = true
    expected.carPlay = true
    expected.taskIdentifiers = ["com.example.refresh"]
    expected.liveActivities = true
    expected.frequentUpdates = true
    expected.appGroups = ["group.com.example"]
    #expect(manifest.capabilities == expected)
    #expect(manifest.developmentLanguage == "de")
    let app = manifest.installedApp()
    #expect(app.bundleID == "com.example.chat" && app.name == "Chat" && app.state == .terminated)
    #expect(app.tokenFamilies == [.app] && app.authorization == .notDetermined)
}

@Test func `REG-11: an app without declarations has no capability and gets no token`() throws {
    let manifest = try AppManifest(infoPlist: plist(identifier))
    var expected = AppCapabilities(
        environment: nil, remoteNotificationBackgroundMode: false, timeSensitive: false)
    expected.voipBackgroundMode = false
    expected.fetchBackgroundMode = false
    expected.liveActivities = false
    expected.locationAccess = .none
    #expect(manifest.capabilities == expected)
    #expect(manifest.name == "chat" && manifest.developmentLanguage == "en")
    let phone = Device(id: "phone", name: "Phone", apps: [manifest.installedApp()])
    #expect(phone.registrationPlan(of: manifest.bundleID) == .fail(.missingEntitlement))
}

@Test func `AUTH-9: Info.plist declares that an app is an App Clip and whether it notifies`() throws
{
    let manifest = try AppManifest(
        infoPlist: plist(
            identifier
                + """
                <key>NSAppClip</key><dict>
                <key>NSAppClipRequestEphemeralUserNotification</key><true/></dict>
                """))
    #expect(manifest.capabilities.isAppClip)
    #expect(manifest.capabilities.requestsEphemeralNotifications)
}

@Test func `build settings are inserted into a project's Info.plist as Xcode does`() throws {
    let file = plist(
        """
        <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        <key>CFBundleName</key><string>${PRODUCT_NAME:rfc1034identifier}</string>
        <key>CFBundleDevelopmentRegion</key><string>$(DEVELOPMENT_LANGUAGE)</string>
        """)
    let manifest = try AppManifest(
        infoPlist: file,
        buildSettings: ["PRODUCT_BUNDLE_IDENTIFIER": "com.example.a", "PRODUCT_NAME": "My App"])
    #expect(manifest.bundleID == "com.example.a" && manifest.name == "My-App")
    #expect(manifest.developmentLanguage == "en")
    #expect(
        throws: AppFileError.self, "Info.plist, CFBundleIdentifier names the setting"
    ) { try AppManifest(infoPlist: file) }
    let bare = try AppManifest(
        infoPlist: plist(""), buildSettings: ["PRODUCT_BUNDLE_IDENTIFIER": "com.example.b"])
    #expect(bare.bundleID == "com.example.b")
}

/// An extension's property list.
private func appex(_ point: String, _ attributes: String = "") -> AppFile {
    plist(
        """
        <key>CFBundleIdentifier</key><string>com.example.chat.ext</string>
        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>\(point)</string>\(attributes)</dict>
        """, name: "Extension/Info.plist")
}

private let contentPoint = "com.apple.usernotifications.content-extension"

@Test func `NSE-11, NCE-2: extensions add a service extension, filtering and content extensions`()
    throws
{
    var manifest = try AppManifest(infoPlist: plist(identifier))
    try manifest.addExtension(
        infoPlist: appex("com.apple.usernotifications.service"),
        entitlements: entitlements(
            "<key>com.apple.developer.usernotifications.filtering</key><true/>"))
    try manifest.addExtension(infoPlist: appex("com.apple.widgetkit-extension"))
    try manifest.addExtension(infoPlist: plist(""))
    try manifest.addExtension(
        infoPlist: appex(
            contentPoint,
            """
            <key>NSExtensionAttributes</key><dict>
            <key>UNNotificationExtensionCategory</key>
            <array><string>MESSAGE</string><string>CALL</string></array>
            <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real>
            <key>UNNotificationExtensionDefaultContentHidden</key><true/>
            <key>UNNotificationExtensionOverridesDefaultTitle</key><true/>
            <key>UNNotificationExtensionUserInteractionEnabled</key><integer>1</integer>
            </dict>
            """))
    try manifest.addExtension(
        infoPlist: appex(
            contentPoint,
            """
            <key>NSExtensionAttributes</key><dict>
            <key>UNNotificationExtensionCategory</key><string>ORDER</string>
            <key>UNNotificationExtensionInitialContentSizeRatio</key><integer>2</integer></dict>
            """))
    #expect(manifest.capabilities.serviceExtension && manifest.capabilities.filtering)
    let layouts = manifest.installedApp().bundle.contentExtensions
    #expect(
        layouts == [
            AppBundle.ContentExtension(
                categories: ["MESSAGE", "CALL"], initialContentSizeRatio: 0.5,
                isDefaultContentHidden: true, overridesDefaultTitle: true,
                isUserInteractionEnabled: true),
            AppBundle.ContentExtension(categories: ["ORDER"], initialContentSizeRatio: 2),
        ])
}

private let mistakes: [(file: AppFile, rights: AppFile?, phrase: String)] = [
    (plist(""), nil, "Info.plist, CFBundleIdentifier: the key is missing"),
    (plist("<key>CFBundleIdentifier</key><integer>7</integer>"), nil, "expected a string, found"),
    (
        plist(identifier + "<key>UIBackgroundModes</key><string>voip</string>"), nil,
        "Info.plist, UIBackgroundModes: expected an array of strings, found a string"
    ),
    (
        plist(identifier + "<key>UIBackgroundModes</key><array><true/></array>"), nil,
        "expected an array of strings, found a Boolean in it"
    ),
    (
        plist(identifier + "<key>NSSupportsLiveActivities</key><string>maybe</string>"), nil,
        "expected a Boolean"
    ),
    (
        plist(
            identifier + "<key>NSAppClip</key><dict>"
                + "<key>NSAppClipRequestEphemeralUserNotification</key><array/></dict>"), nil,
        "NSAppClip.NSAppClipRequestEphemeralUserNotification: expected a Boolean"
    ),
    (
        plist(identifier), entitlements("<key>aps-environment</key><string>sandbox</string>"),
        "App.entitlements, aps-environment: expected development or production, found sandbox"
    ),
    (AppFile(name: "Info.plist", text: "nothing like it"), nil, "Info.plist: "),
    (AppFile(name: "Info.plist", text: ""), nil, "it is not a property list"),
    (
        AppFile(name: "Info.plist", text: "<plist><array/></plist>"), nil,
        "expected a dictionary, found an array"
    ),
    (
        AppFile(
            name: "Info.plist",
            text: "<plist>" + String(repeating: "<array>", count: 100_000)), nil,
        "more than 64 levels deep"
    ),
    (
        AppFile(name: "Info.plist", bytes: Data(count: AppFile.textByteCountMax + 1)), nil,
        "more than 4194304 bytes"
    ),
]

@Test(arguments: mistakes.indices)
func `an error states the file and, where there is one, the key and what is expected`(index: Int)
    throws
{
    let mistake = mistakes[index]
    let error = #expect(throws: AppFileError.self) {
        try AppManifest(infoPlist: mistake.file, entitlements: mistake.rights)
    }
    let phrase = try #require(error).description
    #expect(phrase.contains(mistake.phrase), "\(phrase)")
    #expect(!phrase.contains("\n"))
}

@Test(arguments: [
    ("", "NSExtension.NSExtensionAttributes.UNNotificationExtensionCategory: the key is"),
    (
        "<key>NSExtensionAttributes</key><dict/>",
        "NSExtension.NSExtensionAttributes.UNNotificationExtensionCategory: the key is"
    ),
    (
        "<key>NSExtensionAttributes</key><dict><key>UNNotificationExtensionCategory</key>"
            + "<string>A</string><key>UNNotificationExtensionInitialContentSizeRatio</key>"
            + "<real>-1</real></dict>", "a number of 0 or more"
    ),
])
func `NCE-2: a content extension without a category or with an invalid ratio is rejected`(
    attributes: String, phrase: String
) throws {
    var manifest = try AppManifest(infoPlist: plist(identifier))
    let error = #expect(throws: AppFileError.self) {
        try manifest.addExtension(infoPlist: appex(contentPoint, attributes))
    }
    #expect(try #require(error).description.contains(phrase))
}

@Test func `a binary property list is read like one in XML`() throws {
    struct Info: Encodable {
        let CFBundleIdentifier = "com.example.chat"
        let UIBackgroundModes = ["voip", "fetch"]
        let NSSupportsLiveActivities = true
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    let file = AppFile(name: "Info.plist", bytes: try encoder.encode(Info()))
    let manifest = try AppManifest(infoPlist: file)
    #expect(manifest.capabilities.voipBackgroundMode && manifest.capabilities.fetchBackgroundMode)
    #expect(manifest.capabilities.liveActivities)
    #expect(manifest.installedApp().tokenFamilies == [.app, .voip])
}

@Test func `a built app is read with its extensions`() throws {
    let directory = try TemporaryDirectory()
    try directory.write(plist(identifier).bytes, to: "Chat.app/Info.plist")
    try directory.write(
        appex("com.apple.usernotifications.service").bytes,
        to: "Chat.app/PlugIns/Service.appex/Info.plist")
    let app = directory.url.appending(path: "Chat.app")
    let manifest = try AppManifest(builtApp: app)
    #expect(manifest.capabilities.serviceExtension && !manifest.capabilities.filtering)
    let error = #expect(throws: AppFileError.self) {
        try AppManifest(builtApp: directory.url)
    }
    #expect(try #require(error).description.contains("Info.plist: it cannot be read"))
}
