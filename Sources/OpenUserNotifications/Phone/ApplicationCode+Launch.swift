// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    /// Starts the process if it has not started yet. As on Apple's systems, the delegate's
    /// `willFinish` and `didFinish` are called first, then the scene connects.
    @MainActor
    func launch(_ app: PhoneApp, _ reason: LaunchReason) {
        guard !process.hasLaunched else { return }
        process.hasLaunched = true
        let application = app.application
        let options = launchOptions(reason)
        if let delegate = startSwiftUI(app) ?? parts.delegate?() {
            process.delegate = delegate
            application.delegate = delegate
            _ = delegate.application(application, willFinishLaunchingWithOptions: options)
            _ = delegate.application(application, didFinishLaunchingWithOptions: options)
        }
        parts.launch?()
        app.services.launchDidFinish()
        process.hadDelegateInTime = app.center.delegate != nil
        post(UIApplication.didFinishLaunchingNotification, app)
        switch reason {
        case .response(let response):
            process.launchResponse = response
            connectScene(app, response)
        case .user: connectScene(app, nil)
        case .remoteNotification, .background: break
        }
        process.app?.update()
    }

    /// Creates the app if it is written with SwiftUI. Returns the app's delegate, or `nil` if there
    /// is none.
    @MainActor
    private func startSwiftUI(_ app: PhoneApp) -> (any UIApplicationDelegate)? {
        guard let make = parts.app else { return nil }
        let start = AppStart()
        let made = AppStart.$current.withValue(start) { SwiftUIApp(make()) }
        process.app = made
        for task in made.backgroundTasks {
            _ = app.services.registerTask(
                task.identifier,
                LaunchHandler { given in
                    let run = Task {
                        await task.action()
                        given.setTaskCompleted(success: true)
                    }
                    given.expirationHandler = { run.cancel() }
                })
        }
        return start.delegate
    }

    /// Returns the launch options. An app with scenes receives the response that launched it
    /// through the scene instead.
    private func launchOptions(_ reason: LaunchReason) -> [UIApplication.LaunchOptionsKey: Any]? {
        let userInfo: String
        switch reason {
        case .user, .background: return nil
        case .remoteNotification(let text): userInfo = text
        case .response(let response):
            guard !parts.hasScenes, response.notification.apnsID != nil else {
                return nil
            }
            userInfo = response.notification.userInfo
        }
        return [.remoteNotification: PropertyList.entries(json: userInfo).userInfo]
    }

    /// Connects the scene if the app has scenes and none is connected yet.
    @MainActor
    func connectScene(_ app: PhoneApp, _ response: NotificationResponse?) {
        guard parts.hasScenes, process.scene == nil else { return }
        let session = UISceneSession(
            configuration: UISceneConfiguration(
                name: "Default Configuration", sessionRole: .windowApplication),
            persistentIdentifier: UUID().uuidString)
        let options = UIScene.ConnectionOptions(
            notificationResponse: response.map { UNNotificationResponse.Record($0).object })
        let configuration = app.application.delegate?.application(
            app.application, configurationForConnecting: session, options: options)
        let scene = UIWindowScene(session: session, connectionOptions: options)
        session.scene = scene
        scene.activationState = .foregroundInactive
        let delegate = parts.sceneDelegate?() ?? sceneDelegate(of: configuration)
        scene.delegate = delegate
        process.scene = scene
        app.scenes = [scene]
        delegate?.scene(scene, willConnectTo: session, options: options)
    }

    /// Creates the scene delegate, an instance of the class in the configuration that the app
    /// delegate returned.
    @MainActor
    private func sceneDelegate(
        of configuration: UISceneConfiguration?
    ) -> (any UIWindowSceneDelegate)? {
        guard let type = configuration?.delegateClass as? NSObject.Type else { return nil }
        return MadeByClass.object(of: type) as? any UIWindowSceneDelegate
    }

    /// Posts a notification whose object is this app's `UIApplication`. The object distinguishes
    /// apps, because all phones in the process share one `NotificationCenter`.
    @MainActor
    func post(_ name: Notification.Name, _ app: PhoneApp) {
        NotificationCenter.default.post(name: name, object: app.application)
    }
}
