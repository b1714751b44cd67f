// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import DeviceModel
package import DeviceSimulator
import Foundation
import Synchronization

/// Runs an app's code, which is written for Apple's API, on a virtual phone.
///
/// This class creates the app's delegate when the process starts and releases the delegate when the
/// process ends. It calls delegates on the main actor in Apple's order, and creates a new service
/// extension for each push. During each call, `current` and `shared` refer to the app: see
/// ``PhoneApp``.
package final class ApplicationCode: AppCode {
    /// The parts of an app that the developer provides. All of them are optional.
    package struct Parts: Sendable {
        /// Creates the app delegate each time the process starts.
        package var delegate: (@MainActor @Sendable () -> any UIApplicationDelegate)?
        /// Creates an app that is written with SwiftUI. Such an app has scenes.
        package var app: (@MainActor @Sendable () -> any App)?
        /// Creates the scene delegate. If this property is set, the app has scenes.
        package var sceneDelegate: (@MainActor @Sendable () -> any UIWindowSceneDelegate)?
        /// A function that runs while the app launches. The function is intended for apps without
        /// an app delegate.
        package var launch: (@MainActor @Sendable () -> Void)?
        /// Creates the service extension, once for each push.
        package var serviceExtension: (@Sendable () -> UNNotificationServiceExtension)?
        /// Creates the view controller of the content extension.
        package var contentExtension:
            (@MainActor @Sendable () -> any UIViewController & UNNotificationContentExtension)?
        /// Functions that return whether a content state can be decoded as the app's type, keyed by
        /// the name of the Live Activity's attributes type.
        package var activityDecoders: [String: @Sendable (Data) -> Bool] = [:]
        /// The parent folder of the App Group folders; `nil` for a new temporary folder.
        package var groupFolder: URL?

        package init() {}

        /// Whether the app has scenes, which receive the life-cycle calls instead of the app
        /// delegate.
        var hasScenes: Bool { sceneDelegate != nil || app != nil }

        /// Declares a type of Live Activity of the app.
        package mutating func add<Attributes: ActivityAttributes>(
            _ attributes: Attributes.Type
        ) {
            activityDecoders[Activity<Attributes>.attributesType] =
                Activity<Attributes>.stateDecoder
        }
    }

    let parts: Parts
    private let madeApp = Mutex<PhoneApp?>(nil)
    /// The state of the app's process, which is isolated to the main actor.
    @MainActor let process = AppProcess()

    package init(_ parts: Parts = Parts()) { self.parts = parts }

    /// Returns the ``PhoneApp`` of this app. The first call creates the object; later calls ignore
    /// `system`, because an instance of `ApplicationCode` belongs to one app on one phone.
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
    /// A function that returns whether a content state can be decoded as the app's type.
    fileprivate static var stateDecoder: @Sendable (Data) -> Bool {
        StateDecoder<Attributes>().canDecode
    }
}

/// Decodes content states of one type of Live Activity.
///
/// Proof for `@unchecked Sendable`: the class has no stored property.
private final class StateDecoder<Attributes: ActivityAttributes>: @unchecked Sendable {
    @Sendable func canDecode(_ data: Data) -> Bool {
        (try? JSONDecoder().decode(Attributes.ContentState.self, from: data)) != nil
    }
}
