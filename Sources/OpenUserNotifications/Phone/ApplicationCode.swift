// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

/// The code of an app written for Apple's API, as a phone runs it.
///
/// It makes the app's delegate when the process starts and lets go of it when the process ends,
/// calls delegates on the main actor in Apple's order, and makes a fresh service extension for each
/// push. Everything runs as code of the app: see ``PhoneApp``.
package final class ApplicationCode: AppCode {
    /// What the developer brings; all of it is optional.
    package struct Parts: Sendable {
        /// Makes the app delegate at every start of the process.
        package var delegate: (@MainActor @Sendable () -> any UIApplicationDelegate)?
        /// Makes an app that is written with SwiftUI; it has scenes.
        package var app: (@MainActor @Sendable () -> any App)?
        /// Makes the scene delegate; with it the app is one with scenes.
        package var sceneDelegate: (@MainActor @Sendable () -> any UIWindowSceneDelegate)?
        /// Runs while the app launches, in apps without app delegate.
        package var launch: (@MainActor @Sendable () -> Void)?
        /// Makes the service extension, once for each push.
        package var serviceExtension: (@Sendable () -> UNNotificationServiceExtension)?
        /// Makes the view controller of the content extension.
        package var contentExtension:
            (@MainActor @Sendable () -> any UIViewController & UNNotificationContentExtension)?
        /// Whether a Live Activity's content can be read as the app's type, by the type's name.
        package var activityDecoders: [String: @Sendable (Data) -> Bool] = [:]
        /// Where the folders of App Groups lie; nil for a new temporary folder.
        package var groupFolder: URL?

        package init() {}

        /// Whether the app has scenes, which get the life cycle in place of the app delegate.
        var hasScenes: Bool { sceneDelegate != nil || app != nil }

        /// Says that the app has a kind of Live Activity.
        package mutating func add<Attributes: ActivityAttributes>(
            _ attributes: Attributes.Type
        ) {
            activityDecoders[Activity<Attributes>.attributesType] =
                Activity<Attributes>.stateDecoder
        }
    }

    let parts: Parts
    private let madeApp = Mutex<PhoneApp?>(nil)
    /// The app's process, as far as it is the main actor's.
    @MainActor let process = AppProcess()

    package init(_ parts: Parts = Parts()) { self.parts = parts }

    /// The app's side of the phone. One code belongs to one app on one phone.
    package func app(on system: AppSystem) -> PhoneApp {
        madeApp.withLock { made in
            if let made { return made }
            let app = PhoneApp(system, groupFolder: parts.groupFolder)
            made = app
            return app
        }
    }

    package func canDecode(contentState: String, attributesType: String) async -> Bool {
        parts.activityDecoders[attributesType]?(Data(contentState.utf8)) ?? true
    }

    package func processDidEnd() async {
        guard let app = madeApp.withLock({ $0 }) else { return }
        app.services.processDidEnd()
        app.center.delegate = nil
        await MainActor.run {
            process.end()
            app.scenes = []
            app.application.delegate = nil
        }
    }
}

extension Activity {
    /// Reads a state as the app's type.
    fileprivate static var stateDecoder: @Sendable (Data) -> Bool {
        StateDecoder<Attributes>().canDecode
    }
}

/// Reads states of one type.
///
/// Proof for `@unchecked Sendable`: it has no stored property.
private final class StateDecoder<Attributes: ActivityAttributes>: @unchecked Sendable {
    @Sendable func canDecode(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(Attributes.ContentState.self, from: data)) != nil
    }
}
