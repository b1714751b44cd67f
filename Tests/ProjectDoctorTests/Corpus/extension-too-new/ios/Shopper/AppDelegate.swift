import OneSignalFramework
import UIKit

@main
class AppDelegate: UIResponder, UIApplicationDelegate {
    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        OneSignal.initialize(
            "5e6f7a8b-1c2d-4e3f-9a0b-1c2d3e4f5a6b", withLaunchOptions: launchOptions)
        return true
    }
}
