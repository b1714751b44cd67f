// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import DeviceModel
import DeviceSimulator
public import Foundation
public import OpenUserNotifications
import Synchronization
public import Testing

/// An app to install on a ``TestPhone``. It consists of the code that its developer wrote, and of
/// the declarations of its project.
///
/// ```swift
/// var app = TestApp("com.example.chat") { ChatAppDelegate() }
/// app.serviceExtension = { ChatServiceExtension() }
/// app.capabilities.timeSensitive = false
/// ```
public struct TestApp: Sendable {
    /// The app as it is installed: its identifier, name, capabilities, strings, sounds and initial
    /// permission. The app does not register for pushes by itself: its code must call
    /// `registerForRemoteNotifications`.
    public var installed: InstalledApp
    var parts = ApplicationCode.Parts()

    /// Makes an app with an app delegate.
    ///
    /// - Parameters:
    ///   - bundleID: the bundle identifier, for instance `com.example.chat`.
    ///   - name: the name under the icon; by default, the last part of the bundle identifier.
    ///   - delegate: a function that makes the app delegate each time the app's process starts. The
    ///     delegate's state is lost when the process ends.
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
    /// The app's `UIApplicationDelegateAdaptor`, if the app has one, makes the app delegate, which
    /// receives the callbacks. Scene modifiers (`onChange(of: scenePhase)`, `backgroundTask`) work;
    /// views are never created.
    ///
    /// - Parameters:
    ///   - bundleID: the bundle identifier, for instance `com.example.chat`.
    ///   - name: the name under the icon; by default, the last part of the bundle identifier.
    ///   - app: the type that is marked with `@main`. An instance is made each time the app's
    ///     process starts.
    public init<Code: App & SendableMetatype>(
        _ bundleID: String, name: String? = nil, app: Code.Type
    ) {
        self.init(bundleID, name: name)
        parts.app = { Code() }
    }

    /// The entitlements, background modes and Info.plist keys of the app. By default, the usual
    /// declarations of an app are on; critical alerts, filtering and communication notifications
    /// are off.
    public var capabilities: AppCapabilities {
        get { installed.capabilities }
        set { installed.capabilities = newValue }
    }

    /// The strings, sounds and content extensions of the app.
    public var bundle: AppBundle {
        get { installed.bundle }
        set { installed.bundle = newValue }
    }

    /// A function that makes the notification service extension. It is called once for each push.
    public var serviceExtension: (@Sendable () -> UNNotificationServiceExtension)? {
        get { parts.serviceExtension }
        set {
            parts.serviceExtension = newValue
            installed.capabilities.serviceExtension = newValue != nil
        }
    }

    /// A function that makes the view controller of the notification content extension. The
    /// categories of that extension are set in ``bundle``.
    public var contentExtension:
        (@MainActor @Sendable () -> any UIViewController & UNNotificationContentExtension)?
    {
        get { parts.contentExtension }
        set { parts.contentExtension = newValue }
    }

    /// A function that makes the scene delegate. An app for which this property is set uses scenes.
    public var sceneDelegate: (@MainActor @Sendable () -> any UIWindowSceneDelegate)? {
        get { parts.sceneDelegate }
        set { parts.sceneDelegate = newValue }
    }

    /// A function that runs while the app launches. It is intended for an app without an app
    /// delegate.
    public var launch: (@MainActor @Sendable () -> Void)? {
        get { parts.launch }
        set { parts.launch = newValue }
    }

    /// The parent folder of the App Group folders; `nil` means a new temporary folder.
    public var groupFolder: URL? {
        get { parts.groupFolder }
        set { parts.groupFolder = newValue }
    }

    /// Declares a type of Live Activity. The phone refuses a push for this type if the type cannot
    /// decode the push's content state (`LA-6`).
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

    /// Installs an app that has no code. ``/DeviceModel/InstalledApp/behaviour`` defines the app's
    /// behaviour.
    @discardableResult
    public func install(
        _ app: InstalledApp, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AppUnderTest {
        try await perform(.install(app), sourceLocation: sourceLocation)
        return AppUnderTest(phone: self, bundleID: app.bundleID)
    }

    /// Returns the code of an app. If the app was installed without code, returns empty code.
    func code(of bundleID: String) -> ApplicationCode {
        codes.withLock { codes in
            if let code = codes[bundleID] { return code }
            let code = ApplicationCode()
            codes[bundleID] = code
            return code
        }
    }
}
