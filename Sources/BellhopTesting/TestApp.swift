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
    /// The identifier, name, capabilities, strings, sounds and initial permission. The app has to
    /// call `registerForRemoteNotifications` itself.
    public var installed: InstalledApp
    var parts = ApplicationCode.Parts()

    /// Makes an app with an app delegate.
    ///
    /// - Parameters:
    ///   - bundleID: for instance `com.example.chat`.
    ///   - name: the name under the icon; by default the last part of the identifier.
    ///   - delegate: makes the app delegate at every start of the app's process; its state is lost
    ///     when the process ends.
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
    /// The app's `UIApplicationDelegateAdaptor` makes its delegate, which gets the callbacks. Scene
    /// modifiers (`onChange(of: scenePhase)`, `backgroundTask`) work; views are never created.
    ///
    /// - Parameters:
    ///   - bundleID: for instance `com.example.chat`.
    ///   - name: the name under the icon; by default the last part of the identifier.
    ///   - app: the type marked `@main`. An instance is made at every start of the app's process.
    public init<Code: App & SendableMetatype>(
        _ bundleID: String, name: String? = nil, app: Code.Type
    ) {
        self.init(bundleID, name: name)
        parts.app = { Code() }
    }

    /// Entitlements, background modes and Info.plist keys. Everything that an app usually declares
    /// is on; critical alerts, filtering and communication are off.
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

    /// Makes the view controller of the notification content extension; ``bundle`` has its
    /// categories.
    public var contentExtension:
        (@MainActor @Sendable () -> any UIViewController & UNNotificationContentExtension)?
    {
        get { parts.contentExtension }
        set { parts.contentExtension = newValue }
    }

    /// Makes the scene delegate; when it is set, the app uses scenes.
    public var sceneDelegate: (@MainActor @Sendable () -> any UIWindowSceneDelegate)? {
        get { parts.sceneDelegate }
        set { parts.sceneDelegate = newValue }
    }

    /// Runs while the app launches; for an app without an app delegate.
    public var launch: (@MainActor @Sendable () -> Void)? {
        get { parts.launch }
        set { parts.launch = newValue }
    }

    /// The folder that contains the folders of App Groups; a new temporary folder when `nil`.
    public var groupFolder: URL? {
        get { parts.groupFolder }
        set { parts.groupFolder = newValue }
    }

    /// Declares a type of Live Activity, so that pushes with a content state that it cannot decode
    /// are refused (`LA-6`).
    public mutating func addActivity<Attributes: ActivityAttributes>(_ type: Attributes.Type) {
        parts.add(type)
        installed.bundle.activityTypes.append("\(Attributes.self)")
    }
}

extension TestPhone {
    /// Installs an app, or updates it.
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

    /// Installs an app that has no code: ``/DeviceModel/InstalledApp/behaviour`` defines what it
    /// does.
    @discardableResult
    public func install(
        _ app: InstalledApp, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> AppUnderTest {
        try await perform(.install(app), sourceLocation: sourceLocation)
        return AppUnderTest(phone: self, bundleID: app.bundleID)
    }

    /// Returns the code of an app; empty code if it was installed without any.
    func code(of bundleID: String) -> ApplicationCode {
        codes.withLock { codes in
            if let code = codes[bundleID] { return code }
            let code = ApplicationCode()
            codes[bundleID] = code
            return code
        }
    }
}
