// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
import DeviceSimulator
import Foundation
import Synchronization

extension ApplicationCode {
    @MainActor
    func willEnterForeground(_ app: PhoneApp) {
        launch(app, .user)
        connectScene(app, nil)
        if let scene = process.scene {
            scene.activationState = .foregroundInactive
            scene.delegate?.sceneWillEnterForeground(scene)
        } else {
            app.application.delegate?.applicationWillEnterForeground(app.application)
        }
        post(UIApplication.willEnterForegroundNotification, app)
        process.app?.update()
    }

    @MainActor
    func didBecomeActive(_ app: PhoneApp) {
        launch(app, .user)
        connectScene(app, nil)
        if let scene = process.scene {
            scene.activationState = .foregroundActive
            scene.delegate?.sceneDidBecomeActive(scene)
        } else {
            app.application.delegate?.applicationDidBecomeActive(app.application)
        }
        post(UIApplication.didBecomeActiveNotification, app)
        process.app?.update()
    }

    @MainActor
    func willResignActive(_ app: PhoneApp) {
        if let scene = process.scene {
            scene.activationState = .foregroundInactive
            scene.delegate?.sceneWillResignActive(scene)
        } else {
            app.application.delegate?.applicationWillResignActive(app.application)
        }
        post(UIApplication.willResignActiveNotification, app)
        process.app?.update()
    }

    @MainActor
    func didEnterBackground(_ app: PhoneApp) {
        if let scene = process.scene {
            scene.activationState = .background
            scene.delegate?.sceneDidEnterBackground(scene)
        } else {
            app.application.delegate?.applicationDidEnterBackground(app.application)
        }
        post(UIApplication.didEnterBackgroundNotification, app)
        process.app?.update()
    }

    @MainActor
    func willTerminate(_ app: PhoneApp) {
        app.application.delegate?.applicationWillTerminate(app.application)
        post(UIApplication.willTerminateNotification, app)
    }
}
