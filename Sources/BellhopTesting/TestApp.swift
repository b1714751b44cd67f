// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel
import DeviceSimulator
public import Foundation
public import OpenUserNotifications
import Synchronization
public import Testing

/// An app to install on a ``TestPhone``: its code, as its developer wrote it, and the declarations
/// of its project.
///
/// ```swift
/// var app = TestApp("com.example.chat") { ChatAppDelegate() }
/// app.serviceExtension = { ChatServiceExtension() }
/// app.capabilities.timeSensitive = false
/// ```
public struct TestApp: Sendable {
    /// The app as it is installed: identifier, name, capabilities, strings, sounds and initial
    /// permission. The app's code must call `registerForRemoteNotifications` itself.
    public var installed: InstalledApp
    var parts = ApplicationCode.Parts()

    /// Makes an app with an app delegate.
    ///
    /// - Parameters:
    ///   - bundleID: for instance `com.example.chat`.
    ///   - name: the name under the icon; by default the last part of the identifier.
    ///   - delegate: makes the app delegate each time the app's process starts. The delegate's
    ///     state is lost when the process ends.
    public init(
        _ bundleID: String, name: String? = nil,
        delegate: (@MainActor @Sendable () -> any UIApplicationDelegate)? = nil
    ) {
        installed = InstalledApp(
            bundleID: bundleID,
            name: name ?? bundleID.split(separator: ".").last.map(String.init) ?? bundleID,
            registersForPush: false)
        parts.delegate = delegate
    }

    /// Makes an app that is written with SwiftUI.
    ///
    /// The app's `UIApplicationDelegateAdaptor`, if there is one, makes the app delegate, which
    /// receives the callbacks. Scene modifiers (`onChange(of: scenePhase)`, `backgroundTask`) work;
    /// views are never created.
    ///
    /// - Parameters:
    ///   - bundleID: for instance `com.example.chat`.
    ///   - name: the name under the icon; by default the last part of the identifier.
    ///   - app: the type marked `@main`. An instance is made each time the app's process starts.
    public init<Code: App & SendableMetatype>(
        _ bundleID: String, name: String? = nil, app: Code.Type
    ) {
        self.init(bundleID, name: name)
        parts.app = { Code() }
    }

    /// Entitlements, background modes and Info.plist keys. By default, everything that an app
    /// usually declares is on; critical alerts, filtering and communication notifications are off.
    public var capabilities: AppCapabilities {
        get { installed.capabilities }
        set { installed.capabilities = newValue }
    }

    /// Strings, sounds and content extensions.
    public var bundle: AppBundle {
        get { installed.bundle }
        set { installed.bundle = newValue }
    }

    /// Makes the notification service extension, once for each push.
    public var serviceExtension: (@Sendable () -> UNNotificationServiceExtension)? {
        get { parts.serviceExtension }
        set {
            parts.serviceExtension = newValue
            installed.capabilities.serviceExtension = newValue != nil
        }
    }

    /// Makes the view controller of the notification content extension, whose categories are set in
    /// ``bundle``.
    public var contentExtension:
        (@MainActor @Sendable () -> any UIViewController & UNNotificationContentExtension)?
    {
        get { parts.contentExtension }
        set { parts.contentExtension = newValue }
    }

    /// Makes the scene delegate. An app for which this property is set uses scenes.
    public var sceneDelegate: (@MainActor @Sendable () -> any UIWindowSceneDelegate)? {
        get { parts.sceneDelegate }
        set { parts.sceneDelegate = newValue }
    }

    /// Runs while the app launches; intended for an app without an app delegate.
    public var launch: (@MainActor @Sendable () -> Void)? {
        get { parts.launch }
        set { parts.launch = newValue }
    }

    /// The parent folder of the App Group folders; `nil` means a new temporary folder.
    public var groupFolder: URL? {
        get { parts.groupFolder }
        set { parts.groupFolder = newValue }
    }

    /// Declares a type of Live Activity. The phone then refuses a push for this type if the type
    /// cannot decode the push's content state (`LA-6`).
    public mutating func addActivity<Attributes: ActivityAttributes>(_ type: Attributes.Type) {
        parts.add(type)
        installed.bundle.activityTypes.append("\(Attributes.self)")
    }
}

extension TestPhone {
    /// Installs an app, or updates it if an app with the same bundle identifier is installed.
    @discardableResult
    public func install(
        _ app: TestApp, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AppUnderTest {
        let code = ApplicationCode(app.parts)
        device.setCode(code, for: app.installed.bundleID)
        codes.withLock { $0[app.installed.bundleID] = code }
        try await perform(.install(app.installed), sourceLocation: sourceLocation)
        return AppUnderTest(phone: self, bundleID: app.installed.bundleID)
    }

    /// Installs an app that has no code: ``/DeviceModel/InstalledApp/behaviour`` defines what the
    /// app does.
    @discardableResult
    public func install(
        _ app: InstalledApp, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AppUnderTest {
        try await perform(.install(app), sourceLocation: sourceLocation)
        return AppUnderTest(phone: self, bundleID: app.bundleID)
    }

    /// Returns the code of an app; empty code if the app was installed without code.
    func code(of bundleID: String) -> ApplicationCode {
        codes.withLock { codes in
            if let code = codes[bundleID] { return code }
            let code = ApplicationCode()
            codes[bundleID] = code
            return code
        }
    }
}
